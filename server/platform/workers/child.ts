import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createSlices } from '../process/slices.ts';
import { compileCache, confined, type Given, type SystemLimits } from './sandbox.ts';

/** Resource limits of a child process; it is killed beyond them. */
export interface ChildLimits extends SystemLimits {
  /** Elapsed time, milliseconds. */
  wallMs: number;
  /** Longest time without a line of output, milliseconds. */
  stallMs: number;
  /** Processor priority in the scale of `nice`: 0 is that of ordinary programs, 19 the lowest. */
  nice: number;
}

export interface ChildJob {
  /** Absolute path of the program, a .ts file. */
  program: string;
  argument: string;
  /** File and folder of its job; without them it sees its program and the system's files only. */
  given?: Given | undefined;
  /** Written to its standard input, which is then closed. */
  input?: string | undefined;
  limits: ChildLimits;
  signal?: AbortSignal | undefined;
  /** Process started ahead (`spawnLimited` with the same program and limits), used instead of a new one. */
  child?: ChildProcessWithoutNullStreams | undefined;
  onLine: (line: string) => void;
}

export interface ChildOutcome {
  /** Reason why the server killed it; null: it ended by itself. */
  stoppedFor: 'timeout' | 'cancelled' | null;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Last part of its standard error. */
  stderr: string;
}

/** Niceness beyond which a worker can wait: that of speech, which is about to be heard, is lower. */
const URGENT_NICE = 5;
const STDERR_KEPT = 4096;
/** Workers write short lines; a line beyond this is an error. */
const LINE_LIMIT = 64 * 1024;
/** JavaScript heap of the child, MB; audio buffers lie outside of it. */
const HEAP_MB = 256;
/**
 * Flags of the engine. With threads of its own for compilation, a process of Node 24 can hang for ever at its end
 * (nodejs/node issue 54918): of 120 runs of the speech program, six at a time on two processors, three to five did.
 */
export const ENGINE_FLAGS: readonly string[] = [`--max-old-space-size=${HEAP_MB}`, '--single-threaded'];

type Program = Pick<ChildJob, 'program' | 'argument' | 'given'> & {
  /** Without `nice`: the priority of the server. */
  limits: SystemLimits & Partial<Pick<ChildLimits, 'nice'>>;
};

/**
 * Starts one of the worker programs as a child process with limits of memory and processor time, its standard
 * streams as pipes. It reads untrusted input: `confined` takes from it all that the system lets be taken, and
 * its environment holds only PATH and the folder of the compile cache, which halves its start time.
 */
export function spawnLimited(job: Program): ChildProcessWithoutNullStreams {
  const node = [process.execPath, ...ENGINE_FLAGS, job.program, job.argument];
  const [command = '', ...args] = confined(node, job);
  const cache = compileCache();
  const env = { PATH: process.env.PATH, ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) };
  const child = spawn(command, args, { stdio: 'pipe', env, windowsHide: true });
  const { nice } = job.limits;
  try {
    if (child.pid !== undefined && nice !== undefined) setPriority(child.pid, nice);
  } catch {
    // Not permitted by the system, or the child has ended already: it keeps the default priority.
  }
  return child;
}

/**
 * Runs a worker program as a child process within limits, until it ends or is killed (SIGKILL). Never
 * rejects.
 */
export async function runChild(job: ChildJob): Promise<ChildOutcome> {
  // Starting a process copies the page tables of the server, some ms of its event loop.
  if (job.child === undefined && job.limits.nice > URGENT_NICE) await createSlices()();
  if (job.signal?.aborted) return { stoppedFor: 'cancelled', code: null, signal: null, stderr: '' };
  const child = job.child ?? spawnLimited(job);
  const outcome: ChildOutcome = { stoppedFor: null, code: null, signal: null, stderr: '' };
  const stop = (reason: 'timeout' | 'cancelled') => {
    outcome.stoppedFor ??= reason;
    child.kill('SIGKILL');
  };
  const cancel = () => stop('cancelled');
  job.signal?.addEventListener('abort', cancel);
  const wall = setTimeout(() => stop('timeout'), job.limits.wallMs);
  const stall = setTimeout(() => stop('timeout'), job.limits.stallMs);

  // A child that ends before it has read its input is reported by its exit code instead.
  child.stdin.on('error', () => {});
  child.stdin.end(job.input);
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    outcome.stderr = (outcome.stderr + text).slice(-STDERR_KEPT);
  });
  child.stdout.setEncoding('utf8');
  let partial = '';
  child.stdout.on('data', (text: string) => {
    stall.refresh();
    const lines = (partial + text).split('\n');
    partial = lines.pop() ?? '';
    if (partial.length > LINE_LIMIT) stop('timeout');
    for (const line of lines) if (line !== '') job.onLine(line);
  });
  child.on('error', (error) => {
    outcome.stderr += String(error);
  });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    outcome.code = code;
    outcome.signal = signal;
  } catch (error) {
    outcome.stderr += String(error);
  }
  clearTimeout(wall);
  clearTimeout(stall);
  job.signal?.removeEventListener('abort', cancel);
  return outcome;
}
