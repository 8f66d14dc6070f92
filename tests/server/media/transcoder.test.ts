import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runChild } from '../../../server/platform/workers/child.ts';
import { createTranscoder, DEFAULT_LIMITS, type Transcoder } from '../../../server/sound/files/transcoder.ts';
import { put, wav, wavHeader } from './sounds.ts';

let dir: string;
let transcoder: Transcoder;
const open = (concurrency: number, limits = {}, longBytes = Number.POSITIVE_INFINITY) => {
  transcoder = createTranscoder({
    concurrency,
    longBytes,
    limits: { ...DEFAULT_LIMITS, nice: 0, ...limits },
    log: { warn: () => {} },
  });
};
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-transcoder-'));
  open(1);
});
afterEach(async () => {
  await transcoder.close();
  rmSync(dir, { recursive: true, force: true });
});

const SHAPE = { rate: 48_000, channels: 1, seconds: 0 };
/** Silence that keeps a worker busy for seconds; takes no space on the disk. */
const longSound = () => {
  const bytes = 60 * 60 * 96_000;
  const path = put(join(dir, 'long.wav'), wavHeader(SHAPE, bytes));
  truncateSync(path, statSync(path).size + bytes);
  return path;
};
const shortSound = () =>
  put(
    join(dir, 'short.wav'),
    wav({ ...SHAPE, seconds: 1 }, (t) => Math.sin(t * 2000) / 4),
  );

/** Process ids of this test's workers. */
function workers(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const own = lines.filter((line) => line.includes('worker/mediaWorker.ts') && line.includes(dir));
  return own.map((line) => line.trim().split(/\s+/).map(Number)).flatMap(([pid]) => pid!);
}

/** Queues the long sound and waits until its worker has started. */
async function startedLong(signal?: AbortSignal) {
  const started = Promise.withResolvers<void>();
  const input = longSound();
  const done = transcoder.enqueue({
    input,
    outDir: join(dir, 'long'),
    onProgress: () => started.resolve(),
    signal,
  });
  await started.promise;
  return { done };
}

test('kill -9 of a worker fails only its file, without leftovers', async () => {
  const { done } = await startedLong();
  const other = transcoder.enqueue({ input: shortSound(), outDir: join(dir, 'short') });
  const [pid] = workers();
  process.kill(pid!, 'SIGKILL');
  expect(await done).toMatchObject({ ok: false, reason: 'media.processingFailed' });
  expect(await other).toMatchObject({ ok: true, durationMs: 1000 });
  expect(readdirSync(dir).sort()).toEqual(['long.wav', 'short', 'short.wav']);
});

test('a short file does not wait for a long one', async () => {
  await transcoder.close();
  open(1, {}, 1_000_000);
  const long = new AbortController();
  const { done } = await startedLong(long.signal);
  const short = await transcoder.enqueue({ input: shortSound(), outDir: join(dir, 'short') });
  expect(short).toMatchObject({ ok: true, durationMs: 1000 });
  expect(workers()).toHaveLength(1);
  long.abort();
  expect(await done).toMatchObject({ ok: false, reason: 'media.processingCancelled' });
});

test('a job can be cancelled while running and while waiting', async () => {
  const running = new AbortController();
  const waiting = new AbortController();
  const { done } = await startedLong(running.signal);
  const second = transcoder.enqueue({
    input: shortSound(),
    outDir: join(dir, 'short'),
    signal: waiting.signal,
  });
  waiting.abort();
  expect(await second).toMatchObject({ ok: false, reason: 'media.processingCancelled' });
  // The other one continues.
  expect(workers()).toHaveLength(1);
  running.abort();
  expect(await done).toMatchObject({ ok: false, reason: 'media.processingCancelled' });
  expect(workers()).toEqual([]);
  expect(readdirSync(dir).sort()).toEqual(['long.wav', 'short.wav']);
});

test('closing ends every worker', async () => {
  const { done } = await startedLong();
  await transcoder.close();
  expect(await done).toMatchObject({ ok: false, reason: 'media.processingCancelled' });
  expect(workers()).toEqual([]);
});

test('progress only grows, from 0 to 1', async () => {
  const seen: number[] = [];
  await transcoder.enqueue({
    input: put(
      join(dir, 'minutes.wav'),
      wav({ ...SHAPE, rate: 8000, seconds: 120 }, (t) => Math.sin(t * 3000) / 3),
    ),
    outDir: join(dir, 'minutes'),
    onProgress: (value) => seen.push(value),
  });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen[0]).toBeGreaterThanOrEqual(0);
  expect(seen.at(-1)).toBeLessThanOrEqual(1);
});

test('a worker that takes longer than allowed is stopped', async () => {
  open(1, { wallMs: 400 });
  const done = await transcoder.enqueue({ input: longSound(), outDir: join(dir, 'long') });
  expect(done).toMatchObject({ ok: false, reason: 'media.processingTimeout' });
});

const program = (source: string) => put(join(dir, 'program.mjs'), source);
const child = (source: string, limits = {}) =>
  runChild({
    program: program(source),
    argument: '',
    limits: { ...DEFAULT_LIMITS, nice: 0, ...limits },
    onLine: () => {},
  });

test('a child without output is stopped', async () => {
  const outcome = await child('setInterval(() => {}, 1000)', { stallMs: 300 });
  expect(outcome).toMatchObject({ stoppedFor: 'timeout', signal: 'SIGKILL' });
});

test('a child that exceeds its memory limit dies', async () => {
  const eat = 'const all = []; for (;;) all.push(Buffer.alloc(64 * 1024 * 1024, 1));';
  const outcome = await child(eat, { memoryMb: 1024, wallMs: 60_000 });
  expect(outcome.stoppedFor).toBeNull();
  expect(outcome.code === 0 && outcome.signal === null).toBe(false);
});

test('a child that exceeds its processor time dies', async () => {
  const outcome = await child('for (;;);', { cpuSeconds: 1, stallMs: 60_000 });
  expect(outcome).toMatchObject({ stoppedFor: null, signal: expect.stringMatching(/SIGXCPU|SIGKILL/) });
});

test('a child cannot write a larger file than allowed', async () => {
  const path = join(dir, 'large');
  const write = `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(path)}, Buffer.alloc(3_000_000));`;
  const outcome = await child(write, { fileMb: 2 });
  expect(outcome.code === 0 && outcome.signal === null).toBe(false);
  expect(statSync(path).size).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test('the environment of a child holds only PATH', async () => {
  const lines: string[] = [];
  process.env.TOCSIN_TEST_SECRET = 'secret';
  await runChild({
    program: program('console.log(Object.keys(process.env).join())'),
    argument: '',
    limits: { ...DEFAULT_LIMITS, nice: 0 },
    onLine: (line) => lines.push(line),
  });
  delete process.env.TOCSIN_TEST_SECRET;
  expect(lines.join()).toContain('PATH');
  expect(lines.join()).not.toContain('TOCSIN_TEST_SECRET');
});
