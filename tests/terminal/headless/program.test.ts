import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../support/fakeServer.ts';
import { encodeSignal, sine } from '../support/opus.ts';

const MAIN = join(import.meta.dirname, '../../../terminal/headless/main.ts');
let server: FakeServer;
let folder: string;
let child: ChildProcess | null = null;

beforeEach(async () => {
  server = await FakeServer.start();
  folder = mkdtempSync(join(tmpdir(), 'tocsin-program-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the program as a person would; resolves with its exit code once it ends. */
function run(...args: string[]): Promise<number | null> {
  const started = spawn(process.execPath, [MAIN, '--state', join(folder, 'state.json'), ...args], {
    stdio: 'ignore',
  });
  child = started;
  return new Promise((resolve) => started.once('exit', resolve));
}

const seconds = (path: string) => (existsSync(path) ? (statSync(path).size - 44) / 96_000 : 0);

/** Length of the sound and loudest sample of a WAV file, by what its header says. */
function wav(path: string): { seconds: number; peak: number } {
  const bytes = readFileSync(path);
  const length = bytes.readUInt32LE(40);
  let peak = 0;
  for (let at = 44; at + 1 < 44 + length; at += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
  return { seconds: length / 96_000, peak: peak / 32_768 };
}

test('several terminals record their output, and end with bye', { timeout: 60_000 }, async () => {
  const out = join(folder, 'out.wav');
  const ended = run(
    '--server',
    server.url,
    '--count',
    '3',
    '--decode',
    '2',
    '--code',
    'HALL',
    '--record',
    out,
  );
  await server.until(() => server.guests.length === 3, 'three terminals');
  await server.until(() => server.guests.every((g) => g.reports.at(-1)?.state === 'idle'), 'clocks');
  expect(server.guests.map(({ messages: [hello] }) => hello?.type === 'hello' && hello.code).sort()).toEqual([
    'HALL-001',
    'HALL-002',
    'HALL-003',
  ]);
  const guests = [...server.guests];
  server.broadcast(1, encodeSignal(sine(440, -16), 1));
  await server.until(() => guests.every((g) => g.reports.some((r) => r.state === 'playing')), 'sound');
  await server.until(() => guests.every((g) => g.reports.at(-1)?.state === 'idle'), 'the end');
  child?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(guests.every(({ messages }) => messages.at(-1)?.type === 'bye')).toBe(true);
  for (const name of ['out-001.wav', 'out-002.wav']) {
    const { peak, seconds: length } = wav(join(folder, name));
    expect(length).toBeCloseTo(seconds(join(folder, name)), 3);
    expect(peak).toBeGreaterThan(0.2);
  }
  expect(existsSync(join(folder, 'out-003.wav'))).toBe(false);
});

test('a recording is complete although the program was killed', { timeout: 60_000 }, async () => {
  const out = join(folder, 'out.wav');
  const ended = run('--server', server.url, '--record', out);
  await server.until(() => server.guests[0]?.reports.at(-1)?.state === 'idle', 'its clock');
  server.broadcast(1, encodeSignal(sine(440, -16), 4));
  await server.until(() => seconds(out) > 3, 'three seconds');
  child?.kill('SIGKILL');
  await ended;
  const { seconds: duration, peak } = wav(out);
  expect(duration).toBeGreaterThan(seconds(out) - 1.1);
  expect(peak).toBeGreaterThan(0.2);
});

test('the program keeps its terminal code; a wrong option ends it with a message and exit code 1', {
  timeout: 60_000,
}, async () => {
  for (let i = 0; i < 2; i++) {
    const ended = run('--server', server.url, '--quiet');
    await server.until(() => server.guests.length === 1, 'the terminal');
    child?.kill('SIGINT');
    expect(await ended).toBe(0);
    await server.until(() => server.guests.length === 0, 'its end');
  }
  const codes = new Set(server.hellos.map(({ code }) => code));
  expect(codes.size).toBe(1);
  expect(await run('--count', 'many')).toBe(1);
});
