/** Time that an update rests after its work, as a multiple of the time that the work took. */
const REST = 2;
/** Shortest interval between two updates, ms: the server sends ten frames a second. */
const EVERY_MS = 95;
/** Longest interval between two updates, ms. */
const LONGEST_MS = 2_000;

/** Functions of the browser that a pace needs; a test brings its own. */
export interface PaceDeps {
  /** Monotonic clock, ms. */
  now: () => number;
  /** Runs work before the next frame is drawn; never in a hidden page. */
  beforeFrame: (work: () => void) => void;
  /** Runs work after the frame that is being drawn. */
  afterFrame: (work: () => void) => void;
  later: (work: () => void, ms: number) => unknown;
}

const browser: PaceDeps = {
  now: () => performance.now(),
  beforeFrame: (work) => void requestAnimationFrame(work),
  afterFrame: (work) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      work();
    };
    port2.postMessage(null);
  },
  later: (work, ms) => setTimeout(work, ms),
};

/**
 * Runs the updates of a live grid as often as the page's thread has time for them: an update that took long, with
 * the drawing of its frame, is followed by a rest of twice that time, in which the page scrolls and answers input.
 * The next update takes all changes that arrive meanwhile, so a slow processor makes the data later, not the page slower.
 */
export class Pace {
  readonly #work: () => void;
  readonly #deps: PaceDeps;
  /** Time of the first request that no update has taken, ms of the clock; null: none. */
  #since: number | null = null;
  #isDue = false;
  #isDrawing = false;
  #isStopped = false;
  #restUntil = Number.NEGATIVE_INFINITY;

  /** @param work takes everything that has been requested so far */
  constructor(work: () => void, deps: PaceDeps = browser) {
    this.#work = work;
    this.#deps = deps;
  }

  /** Time since which the oldest change waits for an update, ms of the clock; null: nothing waits. */
  get waitingSince(): number | null {
    return this.#since;
  }

  /** Asks for an update: at once in a task of its own, or after the rest of the one before. */
  request(): void {
    this.#since ??= this.#deps.now();
    this.#schedule();
  }

  /** Runs the update that has been asked for, now. */
  flush(): void {
    if (this.#since === null || this.#isStopped) return;
    this.#since = null;
    const start = this.#deps.now();
    this.#work();
    const spent = this.#deps.now() - start;
    this.#isDrawing = true;
    this.#deps.beforeFrame(() => {
      const drawing = this.#deps.now();
      this.#deps.afterFrame(() => {
        const end = this.#deps.now();
        const cost = spent + end - drawing;
        this.#restUntil = Math.max(start + EVERY_MS, end + Math.min(cost * REST, LONGEST_MS));
        this.#isDrawing = false;
        this.#schedule();
      });
    });
  }

  /** Runs no update from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  #schedule(): void {
    if (this.#since === null || this.#isDue || this.#isDrawing || this.#isStopped) return;
    this.#isDue = true;
    this.#deps.later(
      () => {
        this.#isDue = false;
        if (!this.#isDrawing) this.flush();
      },
      Math.max(0, this.#restUntil - this.#deps.now()),
    );
  }
}
