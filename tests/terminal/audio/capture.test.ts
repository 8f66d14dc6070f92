import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TerminalStatus } from '../../../contract/protocol/terminalStatus.ts';
import { wavHeader } from '../../../contract/protocol/wav.ts';
import { Capture } from '../../../terminal/audio/capture.ts';
import { readArgs } from '../../../terminal/headless/args.ts';
import { readWav, Tones, WavSource } from '../../../terminal/headless/audio/sources.ts';
import { capturer } from '../../../terminal/headless/part.ts';
import { StatusReporter } from '../../../terminal/protocol/statusReporter.ts';
import { FakeServer } from '../support/fakeServer.ts';

const sine = (amplitude: number, count = 48_000) =>
  Float32Array.from({ length: count }, (_, i) => amplitude * Math.sin((2 * Math.PI * 1000 * i) / 48_000));
const first = (status: TerminalStatus) => {
  if (status.kind !== 'capturer') throw new Error(status.kind);
  return status.channels[0];
};

describe('a sound input', () => {
  test('is measured by its samples, after the record volume', () => {
    const capture = new Capture(2);
    expect(first(capture.status())).toEqual({
      channel: 1,
      state: 'idle',
      level_db: null,
      peak_db: null,
      io: null,
    });
    capture.input(1)?.take(sine(1));
    expect(first(capture.status())?.level_db).toBeCloseTo(-3, 1);
    expect(first(capture.status())?.peak_db).toBeCloseTo(0, 1);
    const quiet = new Capture(1);
    quiet.setVolume(50);
    quiet.input(1)?.take(sine(1));
    expect(first(quiet.status())?.peak_db).toBeCloseTo(-12, 1);
  });

  test('reports `sending` while its sound is requested, and its error until sound arrives', () => {
    const capture = new Capture(1);
    const input = capture.input(1);
    if (input === undefined) throw new Error('no input');
    input.trouble = 'failed';
    expect(first(capture.status())).toMatchObject({ state: 'failed', level_db: null });
    const heard: Float32Array[] = [];
    const end = input.listen((samples) => heard.push(samples));
    input.take(sine(0.5, 960));
    expect(first(capture.status())?.state).toBe('sending');
    end();
    input.take(sine(0.5, 960));
    expect(first(capture.status())?.state).toBe('idle');
    expect(heard.map((samples) => samples.length)).toEqual([960]);
  });
});

describe('times of status messages', () => {
  const status = (level_db: number, io = false): TerminalStatus => ({
    type: 'status',
    kind: 'capturer',
    channels: [{ channel: 1, state: 'idle', level_db, peak_db: level_db, io }],
  });

  test('levels are sent once a second, other changes at once, never twice within 100 ms, and never unchanged', () => {
    const reporter = new StatusReporter();
    const reported: number[] = [];
    for (let ms = 0; ms <= 3000; ms += 20)
      if (reporter.due(ms * 1000, status(-20 - ms / 1000, ms >= 1500))) reported.push(ms);
    expect(reported).toEqual([0, 1000, 1500, 2500]);
    expect(reporter.due(4_000_000, status(-23, true))).toBe(true);
    expect(reporter.due(9_000_000, status(-23, true))).toBe(false);
    reporter.forget();
    expect(reporter.due(9_000_000, status(-23, true))).toBe(true);
  });

  test('the second of two changes within 100 ms is delayed, not lost', () => {
    const reporter = new StatusReporter();
    expect(reporter.due(0, status(-20))).toBe(true);
    expect(reporter.due(50_000, status(-20, true))).toBe(false);
    expect(reporter.due(100_000, status(-20, true))).toBe(true);
  });
});

describe('sources of a headless capturer', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-capture-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A stereo WAV file, 16 bit. */
  function stereo(frames: [number, number][], rate = 48_000): string {
    const path = join(folder, 'in.wav');
    const data = Buffer.alloc(frames.length * 4);
    frames.forEach(([left, right], i) => {
      data.writeInt16LE(left, i * 4);
      data.writeInt16LE(right, i * 4 + 2);
    });
    writeFileSync(path, Buffer.concat([wavHeader(rate, data.length, 2), data]));
    return path;
  }

  test('a file: one file per channel, in turn, repeated', () => {
    const source = new WavSource(
      stereo([
        [16_384, -16_384],
        [8192, -8192],
      ]),
    );
    expect([...source.read(1, 0, 3)]).toEqual([0.5, 0.25, 0.5]);
    expect([...source.read(2, 1, 2)]).toEqual([-0.25, -0.5]);
    expect([...source.read(3, 0, 1)]).toEqual([0.5]);
  });

  test('an unusable file gives its reason', () => {
    expect(() => new WavSource(stereo([[1, 1]], 44_100))).toThrow('44100 samples a second');
    expect(() => readWav(Buffer.from('MP3'), 'x.mp3')).toThrow('it is no WAV file');
    expect(() => new WavSource(stereo([]))).toThrow('it holds no sound');
  });

  test('generated: channels differ, and their level varies without a jump between two readings', () => {
    const tones = new Tones(4);
    const whole = tones.read(2, 1000, 200);
    const parts = [...tones.read(2, 1000, 100), ...tones.read(2, 1100, 100)];
    expect(parts).toEqual([...whole]);
    expect([...tones.read(1, 1000, 100)]).not.toEqual([...tones.read(2, 1000, 100)]);
    const peak = (from: number) => Math.max(...tones.read(1, from, 4800).map(Math.abs));
    expect(peak(0)).toBeLessThan(peak(48_000 * 3) / 3);
  });

  test('samples arrive in real time, and lines control the trigger inputs', () => {
    const part = capturer(2, new Tones(2));
    part.pump?.(1_000_000);
    part.pump?.(3_000_000);
    const settings = { name: '', ao_volume: 80, ai_volume: 100 };
    const status = part.status?.(settings);
    expect(status).toMatchObject({ channels: [{ io: null }, { io: null }] });
    expect(first(status as TerminalStatus)?.level_db).toBeGreaterThan(-60);
    expect(part.line?.(['io', '2', 'on'])).toBe(true);
    expect(part.line?.(['io', '3', 'on'])).toBe(false);
    expect(part.line?.(['io', '2', 'maybe'])).toBe(false);
    expect(part.status?.(settings)).toMatchObject({ channels: [{ io: null }, { io: true }] });
  });

  test('the command line names role, channels and input', () => {
    expect(readArgs(['--role', 'capturer', '--channels', '4'])).toMatchObject({
      role: 'capturer',
      channels: 4,
      input: 'tone',
    });
    expect(readArgs(['--role', '3'])).toMatchObject({ role: 'tts' });
    expect(() => readArgs(['--channels', '33'])).toThrow('--channels takes a number from 1 to 32');
  });
});

test('the program as a capturer reports its channels with levels, and follows lines', {
  timeout: 60_000,
}, async () => {
  const server = await FakeServer.start();
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-capture-'));
  const main = join(import.meta.dirname, '../../../terminal/headless/main.ts');
  const args = [
    '--state',
    join(folder, 's.json'),
    '--server',
    server.url,
    '--role',
    'capturer',
    '--channels',
    '4',
  ];
  const child = spawn(process.execPath, [main, ...args, '--quiet'], { stdio: ['pipe', 'ignore', 'inherit'] });
  try {
    await server.until(() => server.guests.length === 1, 'the terminal');
    const messages = () => (server.guests[0]?.messages ?? []) as { type: string }[];
    const statuses = () =>
      messages().filter((one) => one.type === 'status') as Extract<TerminalStatus, { kind: 'capturer' }>[];
    await server.until(() => statuses().some((one) => one.channels[3]?.level_db != null), 'levels');
    expect(messages()[0]).toMatchObject({ type: 'hello', role: 2 });
    child.stdin?.write('io 3 on\n');
    await server.until(() => statuses().at(-1)?.channels[2]?.io === true, 'the trigger input');
  } finally {
    child.kill('SIGTERM');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
