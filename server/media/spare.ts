import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** A new one is started so long after the last was taken, ms: what is being done with that one has the machine first. */
const REFILL_MS = 3_000;
/** And the first one so long after the start, ms: until then a server takes up what was on the air, terminals and consoles. */
const FIRST_MS = 30_000;

/** Keeps one process of a program started and loaded, waiting for its input, so that nobody waits for it to start. */
export interface Spare {
  /** The one that waits, or a new one. */
  take(): ChildProcessWithoutNullStreams;
  close(): void;
}

/** @param start told whether there is nothing to do for it yet @param ahead false: each is started when it is asked for */
export function createSpare(
  start: (isAhead: boolean) => ChildProcessWithoutNullStreams,
  ahead: boolean,
): Spare {
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
    // It may end while it waits, or not start at all: then the next text starts one.
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
