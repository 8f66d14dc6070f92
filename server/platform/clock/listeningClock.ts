/**
 * Monotonic time during which the server was able to receive, ms. It stops while the server itself was
 * blocked (a suspended machine, a long turn of the event loop), so that terminals are not reported as silent
 * for that time.
 */
export class ListeningClock {
  readonly #now: () => number;
  readonly #stepMs: number;
  #reportedAt = 0;
  #at: number;

  /**
   * @param now monotonic ms
   * @param everyMs interval of calls of `tick`; a step counts for at most twice that
   */
  constructor(now: () => number, everyMs: number) {
    this.#now = now;
    this.#stepMs = 2 * everyMs;
    this.#at = now();
  }

  now(): number {
    return this.#reportedAt + Math.min(this.#now() - this.#at, this.#stepMs);
  }

  tick(): void {
    this.#reportedAt = this.now();
    this.#at = this.#now();
  }
}
