/**
 * Media worker: a separate program that does one job and exits, so that a hostile file can only end its own
 * process. `mediaWorker.ts '{"kind":"probe",…}'`; answers in JSON lines on standard output (`../protocol.ts`).
 */
import { writeSync } from 'node:fs';
import { AV_LOG_ERROR } from 'node-av/constants';
import { FFmpegError, Log, PosixError } from 'node-av/lib';
import type { WorkerJob, WorkerLine, WorkerResult } from '../protocol.ts';
import { peaks } from './peaks.ts';
import { probe } from './probe.ts';
import { Refused } from './refused.ts';
import { transcode } from './transcode.ts';

/** Milliseconds between two progress lines. The server also takes them as a sign of life. */
const PROGRESS_EVERY = 250;

/** Synchronous, so that a line is out before the process can die; throws EPIPE once the server is gone. */
function emit(line: WorkerLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function run(job: WorkerJob): WorkerResult | Promise<WorkerResult> {
  if (job.kind === 'probe') return probe(job.input, job.maxSeconds);
  let next = 0;
  let furthest = 0;
  const onProgress = (value: number) => {
    const now = performance.now();
    if (now < next) return;
    next = now + PROGRESS_EVERY;
    // A second pass restarts its own count; the reported progress never decreases.
    furthest = Math.max(furthest, Math.round(value * 1000) / 1000);
    emit({ type: 'progress', value: furthest });
  };
  if (job.kind === 'peaks') return peaks(job.input, job.points, job.maxSeconds, onProgress);
  return transcode(job.input, job.outDir, job.maxSeconds, onProgress);
}

function isFull(error: unknown): boolean {
  if (error instanceof FFmpegError) return error.code === FFmpegError.AVERROR(PosixError.ENOSPC);
  return (error as NodeJS.ErrnoException).code === 'ENOSPC';
}

function refusalOf(error: unknown): WorkerLine {
  if (error instanceof Refused) return { type: 'refusal', reason: error.reason, detail: error.message };
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'refusal', reason: isFull(error) ? 'media.diskFull' : 'media.processingFailed', detail };
}

Log.setLevel(AV_LOG_ERROR);
try {
  emit({ type: 'result', result: await run(JSON.parse(process.argv[2] ?? '') as WorkerJob) });
} catch (error) {
  emit(refusalOf(error));
}
