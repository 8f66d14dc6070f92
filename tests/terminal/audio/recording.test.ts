import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Capture } from '../../../terminal/audio/capture.ts';
import { recordersFor, recordersOf } from '../../../terminal/headless/audio/recorders.ts';
import { Recording } from '../../../terminal/headless/audio/recording.ts';

let folder: string;
const running: Recording[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-recorder-'));
});
afterEach(() => {
  for (const recording of running.splice(0)) recording.stop();
  rmSync(folder, { recursive: true });
});

/** A program in place of a sound card; it writes 20 ms of two channels at a time: 0.5 and −0.25. */
function program(body: string): string {
  const path = join(folder, 'card.mjs');
  const block = `const block = Buffer.alloc(960 * 8);
for (let i = 0; i < 960; i++) { block.writeFloatLE(0.5, i * 8); block.writeFloatLE(-0.25, i * 8 + 4); }
`;
  writeFileSync(path, block + body);
  return `run:'${process.execPath}' '${path}'`;
}
function record(input: string, channels = 2) {
  const capture = new Capture(channels);
  const logged: string[] = [];
  const recording = new Recording(capture, recordersFor(input, channels) ?? [], (text) => logged.push(text));
  running.push(recording);
  const heard = capture.inputs.map(() => [] as number[]);
  for (const [i, one] of capture.inputs.entries()) one.listen((samples) => heard[i]?.push(...samples));
  return { capture, recording, logged, heard };
}
const wait = { timeout: 60_000 };

describe('a capturer with a sound card', () => {
  test('separates the channels, also if the pipe splits a frame', async () => {
    const cut = program(
      'process.stdout.write(block.subarray(0, 1001)); setTimeout(() => process.stdout.write(block.subarray(1001)), 50); setInterval(() => {}, 1000);',
    );
    const { capture, heard, logged } = record(cut);
    expect(capture.input(1)?.status().state).toBe('failed');
    await expect.poll(() => heard[0]?.length, wait).toBe(960);
    expect(new Set(heard[0])).toEqual(new Set([0.5]));
    expect(new Set(heard[1])).toEqual(new Set([-0.25]));
    expect(capture.input(1)?.status()).toMatchObject({ state: 'sending', peak_db: -6 });
    expect(logged[0]).toMatch(/^records by /);
  });

  test('reports `failed` when its recorder ends or delivers no samples, and records again when one is available', async () => {
    const once = program('process.stdout.write(block);');
    const { capture, heard, logged } = record(once);
    await expect.poll(() => heard[0]?.length, wait).toBeGreaterThanOrEqual(960);
    await expect.poll(() => logged.at(-1), wait).toMatch(/does not record: it has ended/);
    expect(capture.input(2)?.status()).toMatchObject({ state: 'failed', level_db: null });
    await expect.poll(() => heard[0]?.length, wait).toBeGreaterThanOrEqual(2 * 960);

    const silent = record(program('process.stdout.write(block); setInterval(() => {}, 1000);'));
    await expect.poll(() => silent.heard[0]?.length, wait).toBe(960);
    silent.recording.pump(Number.MAX_SAFE_INTEGER);
    expect(silent.capture.input(1)?.status().state).toBe('failed');
  });

  test('drops samples faster than real time, and samples that are not numbers', async () => {
    const flood = program(
      'block.writeFloatLE(NaN, 0); for (let i = 0; i < 500; i++) process.stdout.write(block); setInterval(() => {}, 1000);',
    );
    const began = performance.now();
    const { heard, logged } = record(flood);
    await expect.poll(() => logged.at(-1), wait).toMatch(/faster than real time/);
    // Of the ten seconds, what may come in advance and what the time that has passed allows.
    const passed = Math.ceil((performance.now() - began) * 48);
    expect(heard[0]?.length).toBeLessThan(Math.min(96_000 + passed, 480_000));
    expect(heard[0]?.some(Number.isNaN)).toBe(false);
  });

  test('uses the next recorder if one is missing', async () => {
    const capture = new Capture(2);
    const logged: string[] = [];
    const [works] = recordersFor(program('setInterval(() => process.stdout.write(block), 20);'), 2) ?? [];
    const recorders = [{ command: join(folder, 'missing'), args: [] }, works ?? { command: '', args: [] }];
    running.push(new Recording(capture, recorders, (text) => logged.push(text)));
    await expect.poll(() => capture.input(2)?.now?.peakDb, wait).toBeCloseTo(-12, 0);
    expect(logged).toEqual([expect.stringMatching(/^records by/)]);
  });
});

test('recorders of each system with the selected device', () => {
  const names = (platform: NodeJS.Platform) => recordersOf(null, 2, platform).map(({ command }) => command);
  expect(names('linux')).toEqual(['parec', 'arecord', 'ffmpeg']);
  expect(names('darwin')).toEqual(['ffmpeg']);
  expect(recordersOf('plughw:1', 4, 'linux')[1]?.args).toEqual(
    expect.arrayContaining(['-D', 'plughw:1', '4']),
  );
  expect(recordersOf('Line In', 2, 'win32')[0]?.args).toContain('audio=Line In');
  expect(recordersFor('hall.wav', 1)).toBeNull();
});
