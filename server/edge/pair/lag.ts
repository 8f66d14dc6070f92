/** Positions of the leader that are kept to tell the age of a position, in samples of a second. */
const KEPT = 3_600;

/** Tells how old what a standby lacks is, by the leader's own clock. */
export class LagMeter {
  readonly #samples: { at: number; flushed: number }[] = [];

  /** Notes the end of the leader's log at a time, ms. */
  sample(at: number, flushed: number): void {
    // Without changes the position stays, and its first time counts.
    if (this.#samples.at(-1)?.flushed === flushed) return;
    this.#samples.push({ at, flushed });
    if (this.#samples.length > KEPT) this.#samples.shift();
  }

  /** Changes that lie beyond a received position: their bytes, and the age of the oldest, ms. */
  of(received: number, now: number): { bytes: number; ms: number } {
    const last = this.#samples.at(-1)?.flushed ?? received;
    const oldest = this.#samples.find(({ flushed }) => flushed > received);
    return {
      bytes: Math.max(last - received, 0),
      ms: oldest === undefined ? 0 : Math.max(now - oldest.at, 0),
    };
  }
}
