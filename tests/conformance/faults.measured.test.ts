import { expect, test } from 'vitest';
import { FIRST_CASES } from '../../conformance/run.ts';
import { isLong } from '../support/random.ts';
import { added, altered, without } from './faultsOf.ts';
import type { Fault } from './faultyLink.ts';
import { idsOf, patient, runTerminal } from './runTerminal.ts';

const shifted = (field: string, by: number) =>
  altered('report', (report) => (typeof report[field] === 'number' ? { [field]: report[field] + by } : {}));

/** Faults by the case that must find them; their making is repeated for each run. */
const faults: Record<string, () => Fault> = {
  address: () => ({ path: '/terminal' }),
  origin: () => ({ origin: 'https://elsewhere.example' }),
  hello: () => ({ fromTerminal: added('hello', [{ type: 'time', t0: 1 }], []) }),
  found: () => ({ fromTerminal: without('time') }),
  pings: () => ({ pong: 'fixed' }),
  adopted: () => ({ fromTerminal: without('report') }),
  'idle-report': () => ({ fromTerminal: altered('report', () => ({ stream: 7 })) }),
  'unknown-command': () => ({ fromTerminal: altered('result', () => ({ ok: true })) }),
  identify: () => ({ fromTerminal: altered('result', () => ({ ok: false })) }),
  drill: () => ({ fromTerminal: without('drill') }),
  'first-sound': () => ({ fromTerminal: shifted('first_sound_us', 50_000) }),
  level: () => ({ fromTerminal: shifted('level_db', 6) }),
  'volume-setting': () => ({ toTerminal: without('settings') }),
  'stream-volume': () => ({ toTerminal: without('stream.volume') }),
  flush: () => ({ toTerminal: without('stream.flush') }),
  close: () => ({ toTerminal: without('stream.close') }),
  'lost-packets': () => ({ fromTerminal: altered('report', () => ({ lost: 0 })) }),
  'late-packets': () => ({ fromTerminal: altered('report', () => ({ late: 0 })) }),
  mix: () => ({ fromTerminal: altered('report', () => ({ other_streams: undefined })) }),
  power: () => ({ fromTerminal: altered('report', () => ({ powered: undefined })) }),
  renew: () => ({ fromTerminal: altered('hello', (hello) => ({ secret: hello.secret && 'first' })) }),
  restart: () => ({ fromTerminal: altered('hello', () => ({ boot: 'always the same' })) }),
  reconnect: () => ({ fromTerminal: altered('hello', () => ({ secret: undefined })) }),
  retry: () => ({ toTerminal: without('refused') }),
  removed: () => ({ toTerminal: without('removed') }),
  schemas: () => ({ fromTerminal: added('report', [{ type: 'report', state: 'loud' }], []) }),
  'second-hello': () => ({
    fromTerminal: (message) => (message.type === 'hello' ? [message, message] : [message]),
  }),
  'message-rate': () => ({
    fromTerminal: added(
      'report',
      Array.from({ length: 300 }, () => ({ type: 'time', t0: 1 })),
      [],
    ),
  }),
};
/** Cases of several seconds, of which `npm test` runs none; of the others it runs every third. */
const slowIds = ['found', 'level', 'stream-volume', 'late-packets', 'mix', 'power'];
const ids = isLong
  ? Object.keys(faults)
  : Object.keys(faults).filter((id, i) => !slowIds.includes(id) && i % 3 === 2);
/** Short limits: a fault is found by the limit of its case, and nobody waits for what does not come. */
const strict = { ...patient, messageMs: 200 };

test.concurrent.each(ids)('a terminal with a fault fails the case %s', async (id) => {
  const results = await runTerminal({ only: [id], fault: faults[id]?.() ?? {}, tolerances: strict });
  expect(idsOf(results, 'fail')).toContain(id);
});

test('the headless terminal without a fault passes all of these cases', async () => {
  const results = await runTerminal({ only: ids, fault: {} });
  expect(results.filter(({ result }) => result !== 'pass')).toEqual([]);
  expect(results.map(({ id }) => id).sort()).toEqual([...new Set([...ids, ...FIRST_CASES])].sort());
});
