import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_WAITING } from '../../../server/sound/recordings/channelAligner.ts';
import { repairRecording } from '../../../server/sound/recordings/repairRecording.ts';
import { SILENCE_PACKET } from '../../../server/sound/source/source.ts';
import { EPOCH, SECOND, START, setUpRecorder, subject } from './recorderSetUp.ts';
import { decoded, framesOf, level, strength, tone } from './sound.ts';

let setUp: ReturnType<typeof setUpRecorder>;
beforeEach(() => {
  setUp = setUpRecorder();
});
afterEach(() => setUp.remove());

test('heard sound is in the file at its time: pauses are silence, flushed packets are left out', async () => {
  const { recorder, only, state } = setUp;
  const tap = recorder.record(subject, 0, 1);
  const sound = tone(440, 4);
  for (const frame of framesOf(START, sound.slice(0, 100))) tap.take(frame);
  tap.cut(START + SECOND);
  state.now = START + SECOND;
  await recorder.round();
  for (const frame of framesOf(START + 3 * SECOND, sound.slice(100, 150))) tap.take(frame);
  state.now = START + 5 * SECOND;
  await recorder.round();
  tap.end(START + 5 * SECOND);
  await recorder.round();
  await recorder.close();
  const { row, file } = only();
  expect(row).toMatchObject({
    name: 'Page',
    began_at: EPOCH + 5000,
    duration_ms: 4000,
    lost: 0,
    channels: 1,
  });
  expect(row.size).toBe(readFileSync(file).length);
  expect(row.path).toMatch(/^2026-11-21\//);
  const samples = decoded(file);
  expect(samples.length / 48_000).toBeCloseTo(4, 1);
  expect(level(samples, 0.1, 0.9)).toBeGreaterThan(0.2);
  expect(level(samples, 1.2, 2.9)).toBeLessThan(0.01);
  expect(level(samples, 3.1, 3.9)).toBeGreaterThan(0.2);
});

test('both directions of a call are one file of two channels: the caller on the left', async () => {
  const { recorder, only, state } = setUp;
  const call = { ...subject, recordType: 'call' as const, key: 'call 7' };
  const caller = recorder.record(call, 0, 2);
  // The other direction begins later, on its own packet grid.
  const callee = recorder.record(call, 1, 2);
  for (const frame of framesOf(START, tone(400, 2))) caller.take(frame);
  for (const frame of framesOf(START + SECOND + 7_000, tone(1000, 2))) callee.take(frame);
  for (let at = 1; at <= 4; at++) {
    state.now = START + at * SECOND;
    await recorder.round();
  }
  caller.end(state.now);
  await recorder.round();
  expect(only().row.duration_ms).toBeUndefined();
  callee.end(state.now);
  await recorder.round();
  await recorder.close();
  const { row, file } = only();
  expect(row).toMatchObject({ channels: 2, duration_ms: 3000 });
  const left = decoded(file, 'first');
  expect(strength(left, 400, 0.1, 1.9)).toBeGreaterThan(0.3);
  expect(strength(left, 1000, 1.1, 1.9)).toBeLessThan(0.02);
  const both = decoded(file);
  expect(strength(both, 1000, 1.1, 2.9)).toBeGreaterThan(0.1);
  expect(strength(both, 1000, 0.1, 0.9)).toBeLessThan(0.02);
});

test('after a minute without sound the file ends, and the next one begins; the maximum is an hour', async () => {
  const { recorder, rows, only, state } = setUp;
  const tap = recorder.record(subject, 0, 1);
  const second = Array.from({ length: 50 }, () => SILENCE_PACKET);
  for (const frame of framesOf(START, second)) tap.take(frame);
  state.now = START + 2 * SECOND;
  await recorder.round();
  state.now = START + 63 * SECOND;
  await recorder.round();
  expect(only().row).toMatchObject({ duration_ms: 1000 });
  const from = START + 100 * SECOND;
  for (let at = from; at < from + 3_601 * SECOND; at += SECOND) {
    for (const frame of framesOf(at, second)) tap.take(frame);
    state.now = at + 1.1 * SECOND;
    if ((at - from) % (20 * SECOND) === 0) await recorder.round();
  }
  tap.end(state.now);
  await recorder.round();
  await recorder.close();
  const lengths = [...rows.values()].map(({ began_at, duration_ms }) => [began_at - EPOCH, duration_ms]);
  expect(lengths).toEqual([
    [5_000, 1_000],
    [105_000, 3_600_000],
    [3_705_000, 1_000],
  ]);
});

test('a slow disk loses packets, which are counted, and no memory', async () => {
  const { recorder, only, state } = setUp;
  const tap = recorder.record(subject, 0, 1);
  const sound = Array.from({ length: MOST_WAITING + 500 }, () => SILENCE_PACKET);
  for (const frame of framesOf(START, sound)) tap.take(frame);
  expect(recorder.lost).toBe(500);
  state.now = START + 50 * SECOND;
  tap.end(state.now);
  await recorder.round();
  await recorder.close();
  expect(only().row).toMatchObject({ lost: 500, duration_ms: MOST_WAITING * 20 });
});

test('a nearly full disk: the recording ends with a fault, and continues when there is space', async () => {
  const { recorder, rows, faults, folder, only, state } = setUp;
  const tap = recorder.record(subject, 0, 1);
  const sound = tone(440, 1);
  const record = async () => {
    for (const frame of framesOf(state.now, sound)) tap.take(frame);
    state.now += 11 * SECOND;
    await recorder.round();
  };
  await record();
  state.hasSpace = false;
  await record();
  expect(faults.get('recording_stopped')).toEqual({ free_mb: 900 });
  expect(only().row.duration_ms).toBe(1000);
  await record();
  expect(rows.size).toBe(1);
  state.hasSpace = true;
  await record();
  expect(faults.size).toBe(0);
  tap.end(state.now);
  await recorder.close();
  expect(rows.size).toBe(2);
  expect(readdirSync(join(folder, '2026-11-21')).filter((name) => name.endsWith('.ogg'))).toHaveLength(2);
});

test('a failed write ends this file, raises a fault, and is retried', async () => {
  const { recorder, faults, folder, only, state } = setUp;
  // A file has the name of the day's folder.
  writeFileSync(join(folder, '2026-11-21'), '');
  const tap = recorder.record(subject, 0, 1);
  const sound = tone(440, 1);
  for (const frame of framesOf(state.now, sound)) tap.take(frame);
  state.now += 2 * SECOND;
  await recorder.round();
  expect(faults.get('recording_failed')).toMatchObject({ error: expect.stringMatching(/EEXIST|ENOTDIR/) });
  rmSync(join(folder, '2026-11-21'));
  state.now += 20 * SECOND;
  for (const frame of framesOf(state.now, sound)) tap.take(frame);
  state.now += 2 * SECOND;
  await recorder.round();
  expect(faults.size).toBe(0);
  tap.end(state.now);
  await recorder.round();
  await recorder.close();
  expect(only().row).toMatchObject({ duration_ms: 1000 });
});

test('a missing database does not block recording: rows follow later', async () => {
  const { recorder, rows, only, state } = setUp;
  state.dbAway = true;
  const tap = recorder.record(subject, 0, 1);
  for (const frame of framesOf(state.now, tone(440, 1))) tap.take(frame);
  state.now += 2 * SECOND;
  tap.end(state.now);
  await recorder.round();
  expect(rows.size).toBe(0);
  state.dbAway = false;
  await recorder.close();
  const { row, file } = only();
  expect(row.duration_ms).toBe(1000);
  expect(level(decoded(file), 0.1, 0.9)).toBeGreaterThan(0.2);
});

test('a file truncated anywhere is playable after repair, up to its last complete second', async () => {
  const { recorder, folder, only, state } = setUp;
  const tap = recorder.record(subject, 0, 1);
  for (const frame of framesOf(state.now, tone(440, 5))) tap.take(frame);
  state.now += 6 * SECOND;
  tap.end(state.now);
  await recorder.round();
  await recorder.close();
  const { file } = only();
  const bytes = readFileSync(file);
  for (const share of [0.3, 0.5, 0.77, 0.999]) {
    writeFileSync(file, bytes);
    truncateSync(file, Math.floor(bytes.length * share));
    const ended = await repairRecording(file);
    expect(ended).not.toBeNull();
    const seconds = (ended?.duration_ms ?? 0) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(5 * share - 0.1));
    const samples = decoded(file);
    expect(samples.length / 48_000).toBeCloseTo(seconds, 1);
    expect(level(samples, 0.1, seconds - 0.1)).toBeGreaterThan(0.2);
    expect(readFileSync(file).length).toBe(ended?.size);
  }
  writeFileSync(file, bytes.subarray(0, 60));
  expect(await repairRecording(file)).toBeNull();
  expect(await repairRecording(join(folder, 'not-there.ogg'))).toBeNull();
});
