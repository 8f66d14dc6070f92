import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';

/** What a child process may use before it is ended. */
export interface ChildLimits {
  /** Writable memory, MB (RLIMIT_DATA). Node itself with FFmpeg loaded takes over 512. Not limited on Windows. */
  memoryMb: number;
  /** Processor time, seconds (RLIMIT_CPU). Not limited on Windows. */
  cpuSeconds: number;
  /** Time by the clock, milliseconds. */
  wallMs: number;
  /** Longest time without a line of output, milliseconds. */
  stallMs: number;
  /** Processor priority in the scale of `nice`: 0 is that of the server, 19 the lowest. */
  nice: number;
}

export interface ChildJob {
  /** Absolute path of the program, a .ts file. */
  program: string;
  argument: string;
  /** Written to its standard input, which is then closed. */
  input?: string | undefined;
  limits: ChildLimits;
  signal?: AbortSignal | undefined;
  /** One that was started ahead (`spawnLimited` with the same program and limits), instead of a new one. */
  child?: ChildProcessWithoutNullStreams | undefined;
  onLine: (line: string) => void;
}

export interface ChildOutcome {
  /** Why we ended it, or null if it ended by itself. */
  stoppedFor: 'timeout' | 'cancelled' | null;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what it wrote to standard error. */
  stderr: string;
}

const STDERR_KEPT = 4096;
/** Our programs write short lines: one that does not end is no longer our program speaking. */
const LINE_LIMIT = 64 * 1024;
/** Heap of JavaScript in the child, MB; sound lies outside of it. */
const HEAP_MB = 256;
/** The shell sets the limits on itself and then becomes the program, so that the process id is the program's. */
const LIMITED = 'ulimit -d "$1" 2>/dev/null; ulimit -t "$2"; ulimit -c 0; shift 2; exec "$@"';

type Program = Pick<ChildJob, 'program' | 'argument'> & {
  limits: Pick<ChildLimits, 'memoryMb' | 'cpuSeconds' | 'nice'>;
};

function commandLine(job: Program): [string, string[]] {
  const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`, job.program, job.argument];
  if (process.platform === 'win32') return [process.execPath, node.slice(1)];
  const limits = [String(job.limits.memoryMb * 1024), String(job.limits.cpuSeconds)];
  return ['/bin/sh', ['-c', LIMITED, 'sh', ...limits, ...node]];
}

/**
 * Starts one of our programs as a child process within limits of memory and processor time, its standard streams as
 * pipes. It sees nothing of our environment but PATH and where compiled code is kept, which halves the time it takes to
 * start: what it reads comes from strangers.
 */
export function spawnLimited(job: Program): ChildProcessWithoutNullStreams {
  const [command, args] = commandLine(job);
  // Node keeps compiled code in a folder of its version below the one that it is told.
  const compiled = getCompileCacheDir();
  const env = {
    PATH: process.env.PATH,
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
  };
  const child = spawn(command, args, { stdio: 'pipe', env, windowsHide: true });
  try {
    if (child.pid !== undefined) setPriority(child.pid, job.limits.nice);
  } catch {
    // Where the system does not allow it, or the child has ended already, it works with the priority that it has.
  }
  return child;
}

/** Runs one of our programs as a child process within limits, until it ends or is ended (SIGKILL). Never rejects. */
export async function runChild(job: ChildJob): Promise<ChildOutcome> {
  if (job.signal?.aborted) return { stoppedFor: 'cancelled', code: null, signal: null, stderr: '' };
  const child = job.child ?? spawnLimited(job);
  const outcome: ChildOutcome = { stoppedFor: null, code: null, signal: null, stderr: '' };
  const stop = (why: 'timeout' | 'cancelled') => {
    outcome.stoppedFor ??= why;
    child.kill('SIGKILL');
  };
  const cancel = () => stop('cancelled');
  job.signal?.addEventListener('abort', cancel);
  const wall = setTimeout(() => stop('timeout'), job.limits.wallMs);
  const stall = setTimeout(() => stop('timeout'), job.limits.stallMs);

  // A child that ends before it has read its input is told by its exit, not by this.
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
