/**
 * Long work goes on this long in one turn of the event loop, all of it together, ms: a small part of the 20 ms that a
 * packet of sound lasts.
 */
const SLICE_MS = 3;
/** While something begins to sound, long work has one slice in this time, ms. */
const PACE_MS = 50;
/** From the edge of an input, or the start of a broadcast, until its sound has long begun, ms. */
const GIVE_WAY_MS = 500;

/** Time and turns of an event loop. */
export interface Loop {
  /** ms */
  now(): number;
  /** In the next turn, after what has come in meanwhile. */
  next(what: () => void): void;
  after(ms: number, what: () => void): void;
}

export interface Shares {
  /**
   * For long work of one kind or request: call what this returns between two small parts, and wait for what that returns.
   * The first call waits for a slice, so put it before the first part.
   */
  createSlices(): () => Promise<void> | undefined;
  /** Lets what begins to sound go before all long work. */
  giveWay(): void;
}

/**
 * Shares one slice of each turn of an event loop among all long work, whoever asked for it: one has it at a time, the
 * others wait in order. However many there are, whatever is due waits for one slice.
 */
export function createShares(loop: Loop): Shares {
  const waiting: { owner: object; go: () => void }[] = [];
  let holder: object | null = null;
  let since = 0;
  let quietUntil = 0;
  let isRunning = false;

  function grant(): void {
    const first = waiting.shift();
    holder = first?.owner ?? null;
    since = loop.now();
    isRunning = first !== undefined;
    if (first === undefined) return;
    first.go();
    if (since < quietUntil) loop.after(PACE_MS, grant);
    else loop.next(grant);
  }

  return {
    createSlices() {
      const owner = {};
      return () => {
        if (holder === owner && loop.now() - since < SLICE_MS) return undefined;
        return new Promise((go) => {
          waiting.push({ owner, go });
          if (isRunning) return;
          isRunning = true;
          loop.next(grant);
        });
      };
    },
    giveWay() {
      quietUntil = loop.now() + GIVE_WAY_MS;
    },
  };
}

/** Of this process: audio goes out of the same event loop. */
export const { createSlices, giveWay } = createShares({
  now: () => performance.now(),
  next: (what) => void setImmediate(what),
  after: (ms, what) => void setTimeout(what, ms),
});
