/**
 * Monotonic time in which the server has listened, ms. It stands still while the server itself was held up (a suspended
 * machine, a long turn of the event loop), so that terminals are not blamed for what nobody could hear meanwhile.
 */
export class ListeningClock {
  readonly #now: () => number;
  readonly #stepMs: number;
  #told = 0;
  #at: number;

  /** @param now monotonic ms @param everyMs how often `tick` is called; a step counts for twice that at most */
  constructor(now: () => number, everyMs: number) {
    this.#now = now;
    this.#stepMs = 2 * everyMs;
    this.#at = now();
  }

  now(): number {
    return this.#told + Math.min(this.#now() - this.#at, this.#stepMs);
  }

  tick(): void {
    this.#told = this.now();
    this.#at = this.#now();
  }
}
