import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** Delay before a replacement is started, ms: the process just taken gets the machine first. */
const REFILL_MS = 3_000;
/**
 * Delay of the first process after the start of the server, ms: recovery of broadcasts, terminals and
 * consoles goes first.
 */
const FIRST_MS = 30_000;

/**
 * Pre-started process of a program, loaded and waiting for its input, so that a caller does not wait for its
 * start.
 */
export interface WarmProcess {
  /** Returns the waiting process, or a new one. */
  take(): ChildProcessWithoutNullStreams;
  close(): void;
}

/**
 * @param start starts a process; true if it has no work yet
 * @param ahead false: processes are started on demand
 */
export function createWarmProcess(
  start: (isAhead: boolean) => ChildProcessWithoutNullStreams,
  ahead: boolean,
): WarmProcess {
  let waiting: ChildProcessWithoutNullStreams | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function refill(): void {
    if (closed || !ahead || waiting !== null) return;
    const child = start(true);
    waiting = child;
    const gone = () => {
      if (waiting === child) waiting = null;
    };
    // It may exit while it waits, or fail to start: then the next `take` starts one.
    child.on('error', gone);
    child.on('exit', gone);
    child.stdin.on('error', gone);
  }
  function refillAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(refill, ms);
    timer.unref();
  }
  refillAfter(FIRST_MS);

  return {
    take() {
      const child = waiting ?? start(false);
      waiting = null;
      refillAfter(REFILL_MS);
      return child;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      waiting?.kill('SIGKILL');
    },
  };
}
