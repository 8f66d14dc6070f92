import { expect, test } from 'vitest';
import { FIRST_CASES } from '../../conformance/run.ts';
import { isMono20Ms } from '../../conformance/uplink.ts';
import { partOf } from '../../terminal/headless/part.ts';
import { isLong } from '../support/random.ts';
import type { Fault } from './faultyLink.ts';
import { idsOf, patient, runTerminal } from './runTerminal.ts';

const parts = {
  fire: () => partOf({ role: 'fire', channels: 1, input: 'tone', inputs: 2, outputs: 2 }),
  capturer: () => partOf({ role: 'capturer', channels: 1, input: 'tone' }),
};
const only = ['outputs', 'capture', 'status', 'schemas'];

test('a fire terminal passes the cases of its kind', async () => {
  const results = await runTerminal({ only, part: parts.fire() });
  expect(idsOf(results, 'skipped')).toEqual(['capture']);
  expect(results.filter(({ result }) => result === 'fail')).toEqual([]);
  expect(idsOf(results, 'pass')).toEqual([...FIRST_CASES, 'outputs', 'status', 'schemas']);
});

if (isLong)
  test('a capturer passes the cases of its kind', async () => {
    const results = await runTerminal({ only, part: parts.capturer() });
    expect(idsOf(results, 'skipped')).toEqual(['outputs']);
    expect(results.filter(({ result }) => result === 'fail')).toEqual([]);
  });

if (isLong)
  test('a terminal that reports another kind, keeps an output, or goes on sending fails the case', async () => {
    const failing = async (id: string, part: keyof typeof parts, fault: Fault) =>
      idsOf(
        await runTerminal({
          only: [id],
          part: parts[part](),
          fault,
          tolerances: { ...patient, messageMs: 200 },
        }),
        'fail',
      );
    const without = (type: string) => (message: { type: string }) => (message.type === type ? [] : [message]);
    expect(await failing('outputs', 'fire', { toTerminal: without('outputs') })).toContain('outputs');
    expect(await failing('capture', 'capturer', { toTerminal: without('capture.close') })).toContain(
      'capture',
    );
    expect(await failing('status', 'fire', { fromTerminal: without('status') })).toContain('status');
  });

test.each([
  [0xf8, true],
  [0xfc, false],
  [0xf9, false],
  [0xf0, false],
  [0x08, true],
  [0x68, true],
  [0x60, false],
])('the first byte %i of a packet tells its form', (toc, expected) => {
  expect(isMono20Ms(Uint8Array.of(toc, 1, 2))).toBe(expected);
});
