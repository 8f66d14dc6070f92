import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';

/** Resource limits of a child process; it is killed beyond them. */
export interface ChildLimits {
  /** Writable memory, MB (RLIMIT_DATA). Node itself with FFmpeg loaded takes over 512. Not limited on Windows. */
  memoryMb: number;
  /** Processor time, seconds (RLIMIT_CPU). Not limited on Windows. */
  cpuSeconds: number;
  /** Elapsed time, milliseconds. */
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
  /** Process started ahead (`spawnLimited` with the same program and limits), used instead of a new one. */
  child?: ChildProcessWithoutNullStreams | undefined;
  onLine: (line: string) => void;
}

export interface ChildOutcome {
  /** Why the server killed it, or null if it ended by itself. */
  stoppedFor: 'timeout' | 'cancelled' | null;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Last part of its standard error. */
  stderr: string;
}

const STDERR_KEPT = 4096;
/** Workers write short lines; a line beyond this is an error. */
const LINE_LIMIT = 64 * 1024;
/** JavaScript heap of the child, MB; audio buffers lie outside of it. */
const HEAP_MB = 256;
/**
 * The shell sets the limits on itself and then executes the program, so that the process id is the program's.
 */
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
 * Starts one of the worker programs as a child process with limits of memory and processor time, its standard
 * streams as pipes. Its environment holds only PATH and the folder of the compile cache, which halves its
 * start time: it reads untrusted input.
 */
export function spawnLimited(job: Program): ChildProcessWithoutNullStreams {
  const [command, args] = commandLine(job);
  // Node keeps the compile cache in a folder of its version below the configured one.
  const compiled = getCompileCacheDir();
  const env = {
    PATH: process.env.PATH,
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
  };
  const child = spawn(command, args, { stdio: 'pipe', env, windowsHide: true });
  try {
    if (child.pid !== undefined) setPriority(child.pid, job.limits.nice);
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
