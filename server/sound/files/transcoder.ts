import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renameDurably, syncFolder } from '../../platform/dataFolder/writeDurably.ts';
import { Semaphore } from '../../platform/process/semaphore.ts';
import { type ChildLimits, type ChildOutcome, runChild } from '../../platform/workers/child.ts';
import {
  type PeaksResult,
  type ProbeResult,
  type Refusal,
  type TranscodeResult,
  type WorkerJob,
  type WorkerLine,
  type WorkerResult,
  workerLine,
} from './protocol.ts';

export const MEDIA_WORKER = fileURLToPath(new URL('./worker/mediaWorker.ts', import.meta.url));
/**
 * Marks the name of an unfinished output folder; a random part follows. The next start removes such folders.
 */
export const UNFINISHED = '.part-';

export interface TranscoderLimits extends ChildLimits {
  /** Longest programme accepted, seconds. */
  maxSeconds: number;
}

/**
 * Limits of a programme of 24 h: its transcoding time at a twentieth of the measured speed, doubled, and about
 * twice its size.
 */
export const DEFAULT_LIMITS: TranscoderLimits = {
  maxSeconds: 24 * 3600,
  memoryMb: 1536,
  cpuSeconds: 3600,
  fileMb: 2048,
  wallMs: 6 * 3600_000,
  stallMs: 60_000,
  nice: 19,
};
const PROBE_TIME = { cpuSeconds: 20, wallMs: 60_000, stallMs: 60_000 };
const PROBES_AT_ONCE = 2;
/** Size above which a file counts as long, bytes: about ten minutes of MP3. */
const LONG_BYTES = 16_000_000;

export interface TranscodeJob {
  input: string;
  /** Output folder, created complete when the job is done; an existing one is replaced. */
  outDir: string;
  /** Called when the job starts. */
  onStart?: (() => void) | undefined;
  /** Called with the progress, 0..1. */
  onProgress?: ((done: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The part of a pino logger that is used here. */
export interface WorkerLog {
  warn: (facts: object, message: string) => void;
}

export interface Transcoder {
  /** Identifies a file by its content, within about a second. */
  probe(input: string, signal?: AbortSignal): Promise<ProbeResult | Refusal>;
  /**
   * Computes a waveform outline: the peak level of each of at most `points` intervals. Queued like `enqueue`.
   */
  peaks(input: string, points: number): Promise<PeaksResult | Refusal>;
  /** Queues a file for transcoding. Refusals are values; it rejects only on file system errors. */
  enqueue(job: TranscodeJob): Promise<TranscodeResult | Refusal>;
  /**
   * Stops running and waiting jobs (refused as `media.processingCancelled`) and resolves when no child is
   * left.
   */
  close(): Promise<void>;
}

const CANCELLED: Refusal = { ok: false, reason: 'media.processingCancelled', detail: 'before it began' };

function refusalOf(outcome: ChildOutcome): Refusal {
  const detail = `worker ended: code ${outcome.code}, signal ${outcome.signal}. ${outcome.stderr}`;
  if (outcome.stoppedFor === 'cancelled') return { ok: false, reason: 'media.processingCancelled', detail };
  const late = outcome.stoppedFor === 'timeout' || outcome.signal === 'SIGXCPU';
  return { ok: false, reason: late ? 'media.processingTimeout' : 'media.processingFailed', detail };
}

/** Parses a line of the worker; null for anything else, as a compromised worker may write anything. */
function parseLine(text: string): WorkerLine | null {
  try {
    const parsed = workerLine.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Transcodes uploads to programmes, each in its own child process (docs/decisions/0010-programme-packets.md):
 * `concurrency` at a time, and one more of over `longBytes`. A hostile file can end only that process.
 */
export function createTranscoder(options: {
  concurrency: number;
  limits: TranscoderLimits;
  log: WorkerLog;
  longBytes?: number;
}): Transcoder {
  const { limits, log, longBytes = LONG_BYTES } = options;
  const semaphore = new Semaphore(options.concurrency);
  // Long files have their own slot: an announcement must not wait for hours of recording.
  const longSlots = new Semaphore(1);
  const probeSlots = new Semaphore(PROBES_AT_ONCE);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  async function work(
    job: WorkerJob,
    time: Partial<ChildLimits>,
    signal: AbortSignal,
    onProgress?: (done: number) => void,
  ): Promise<WorkerResult | Refusal> {
    let answer: WorkerResult | Refusal | undefined;
    const outcome = await runChild({
      program: MEDIA_WORKER,
      argument: JSON.stringify(job),
      given: { file: job.input, folder: job.kind === 'transcode' ? job.outDir : undefined },
      limits: { ...limits, ...time },
      signal,
      onLine: (text) => {
        const line = parseLine(text);
        if (!line) return;
        if (line.type === 'progress') onProgress?.(line.value);
        else if (line.type === 'result') answer = line.result;
        else answer = { ok: false, reason: line.reason, detail: line.detail };
      },
    });
    answer ??= refusalOf(outcome);
    if (!answer.ok) log.warn({ job, reason: answer.reason, detail: answer.detail }, 'media job refused');
    return answer;
  }

  async function transcode(job: TranscodeJob & { signal: AbortSignal }) {
    const { input, outDir, onStart, onProgress, signal } = job;
    if (signal.aborted) return CANCELLED;
    onStart?.();
    const target = resolve(outDir);
    const unfinished = `${target}${UNFINISHED}${randomUUID()}`;
    await mkdir(unfinished, { recursive: true });
    try {
      const order: WorkerJob = {
        kind: 'transcode',
        input: resolve(input),
        outDir: unfinished,
        maxSeconds: limits.maxSeconds,
      };
      const answer = await work(order, {}, signal, onProgress);
      if (!answer.ok) return answer;
      await syncFolder(unfinished);
      await rm(target, { recursive: true, force: true });
      await renameDurably(unfinished, target);
      return answer as TranscodeResult;
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  function track<T>(promise: Promise<T>): Promise<T> {
    running.add(promise);
    const done = () => running.delete(promise);
    promise.then(done, done);
    return promise;
  }

  /** Signal that ends a job: its own, or the shutdown. */
  const ending = (signal?: AbortSignal) =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;

  return {
    probe(input, signal) {
      const job: WorkerJob = { kind: 'probe', input: resolve(input), maxSeconds: limits.maxSeconds };
      const run = () => work(job, PROBE_TIME, ending(signal)) as Promise<ProbeResult | Refusal>;
      return track(probeSlots.run(run, ending(signal)));
    },
    peaks(input, points) {
      const { maxSeconds } = limits;
      const job: WorkerJob = { kind: 'peaks', input: resolve(input), points, maxSeconds };
      const run = () => work(job, {}, ending()) as Promise<PeaksResult | Refusal>;
      return track(semaphore.run(run, ending()));
    },
    enqueue(job) {
      const signal = ending(job.signal);
      const run = async () => {
        const lane = (await stat(job.input)).size > longBytes ? longSlots : semaphore;
        return lane.run(() => transcode({ ...job, signal }), signal);
      };
      return track(run());
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
