/**
 * Length of one slice of long work per turn of the event loop, for all long work together, ms: a small part
 * of the 20 ms of an audio packet.
 */
const SLICE_MS = 3;
/** Interval of slices while a sound is about to start, ms. */
const PACE_MS = 50;
/** Interval at which requests begin meanwhile, ms: each takes the loop, and the database, for some ms. */
const REQUEST_PACE_MS = 10;
/** Time from an input's edge or the start of a broadcast until its sound has surely begun, ms. */
const SOUND_START_MS = 500;

/** Time and turns of an event loop. */
export interface Loop {
  /** ms */
  now(): number;
  /** Runs a function in the next turn, after events that have arrived meanwhile. */
  next(what: () => void): void;
  after(ms: number, what: () => void): void;
}

export interface Shares {
  /**
   * Creates the slices for one long piece of work: call the returned function between two small parts, and
   * await its result. The first call waits for a slice, so call it before the first part.
   */
  createSlices(): () => Promise<void> | undefined;
  /**
   * Begins a short piece of work, such as a request: at most one in each turn, so that other events wait for
   * one of them and not for all that arrived together. Called at once when no other has begun in this turn.
   */
  takeTurn(begin: () => void): void;
  /** Gives starting sounds priority over all long work, and over new short work. */
  yieldToSound(): void;
}

/**
 * Shares one slice of each turn of an event loop among all long work: one piece of work has it at a time, the
 * others wait in order. However many there are, due events wait for one slice at most.
 */
export function createShares(loop: Loop): Shares {
  const waiting: { owner: object; go: () => void }[] = [];
  let holder: object | null = null;
  let since = 0;
  let quietUntil = 0;
  let isRunning = false;
  const begins: (() => void)[] = [];
  let isTaken = false;

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

  function beginNext(): void {
    const begin = begins.shift();
    isTaken = begin !== undefined;
    if (begin !== undefined) run(begin);
  }

  /** Even if it fails, the others go on. */
  function run(begin: () => void): void {
    try {
      begin();
    } finally {
      endTurn();
    }
  }

  function endTurn(): void {
    if (loop.now() < quietUntil) loop.after(REQUEST_PACE_MS, beginNext);
    else loop.next(beginNext);
  }

  return {
    takeTurn(begin) {
      if (isTaken) {
        begins.push(begin);
        return;
      }
      isTaken = true;
      run(begin);
    },
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
    yieldToSound() {
      quietUntil = loop.now() + SOUND_START_MS;
    },
  };
}

/** Shares of this process, whose event loop also sends audio. */
export const { createSlices, takeTurn, yieldToSound } = createShares({
  now: () => performance.now(),
  next: (what) => void setImmediate(what),
  after: (ms, what) => void setTimeout(what, ms),
});
