/**
 * Notices that this process stood still (a suspended machine, a stopped process) for so long that its lease ran out
 * unnoticed: another node may lead then, until the database has been asked.
 */
export class Standstill {
  readonly #limitMs: number;
  readonly #now: () => number;
  #seenMs: number;
  #isDoubtful = false;

  /** @param now monotonic clock, ms */
  constructor(limitMs: number, now: () => number) {
    this.#limitMs = limitMs;
    this.#now = now;
    this.#seenMs = now();
  }

  /** Tells if it is in doubt who leads; called several times a second. @param isHeld whether the lease runs still */
  isDoubtful(isHeld: boolean): boolean {
    const nowMs = this.#now();
    if (nowMs - this.#seenMs > this.#limitMs && !isHeld) this.#isDoubtful = true;
    this.#seenMs = nowMs;
    return this.#isDoubtful;
  }

  /** Notes that the database has been asked since. */
  resolve(): void {
    this.#isDoubtful = false;
  }
}
