/** Delay at terminals that do not report what they need, µs. */
export const UNKNOWN_US = 100_000;
/** Limits of the adaptation, µs. */
const LEAST_US = 60_000;
const GREATEST_US = 240_000;
/**
 * Step by which the delay grows when a terminal had packets too late, at most once in `RAISE_EVERY_US`; µs.
 */
const RAISE_US = 20_000;
const RAISE_EVERY_US = 500_000;
/**
 * Step by which the delay shrinks when every terminal had `RESERVE_MS` in its buffer for `LOWER_EVERY_US`;
 * µs, ms.
 */
const LOWER_US = 10_000;
const LOWER_EVERY_US = 2_500_000;
const RESERVE_MS = 45;

/**
 * Delay of live sound from leaving the server to being heard, µs: what the links of its terminals need, more while
 * packets are late at one of them, and less again when all have a reserve.
 */
export class LiveDelay {
  #us: number;
  readonly #leastUs: number;
  /** True for a delay that was set instead of following the links. */
  readonly #isSet: boolean;
  /** Lead that the links needed last; null: not known yet. */
  #linksUs: number | null = null;
  #raisedUs = Number.NEGATIVE_INFINITY;
  #calm = { sinceUs: Number.NEGATIVE_INFINITY, leastMs: Number.POSITIVE_INFINITY };

  /** @param set the delay at first and at least; absent: as the links need */
  constructor(set?: { firstUs: number; leastUs: number }) {
    this.#us = set?.firstUs ?? UNKNOWN_US;
    this.#leastUs = set?.leastUs ?? LEAST_US;
    this.#isSet = set !== undefined;
  }

  get us(): number {
    return this.#us;
  }

  /** Takes the lead that the links need now: the delay at first, and at least when it has grown. */
  follow(leadUs: number): void {
    if (this.#isSet) return;
    const linksUs = Math.min(leadUs, GREATEST_US);
    if (this.#linksUs === null) this.#us = linksUs;
    else if (linksUs > this.#linksUs) this.#us = Math.max(this.#us, linksUs);
    this.#linksUs = linksUs;
  }

  /** Takes in the packets that were late at a terminal since its last report, and its buffer reserve. */
  reported(late: number, buffer_ms: number, nowUs: number): void {
    if (late > 0) {
      this.#calm = { sinceUs: nowUs, leastMs: Number.POSITIVE_INFINITY };
      if (nowUs - this.#raisedUs < RAISE_EVERY_US) return;
      this.#raisedUs = nowUs;
      this.#us = Math.min(this.#us + RAISE_US, GREATEST_US);
      return;
    }
    this.#calm.leastMs = Math.min(this.#calm.leastMs, buffer_ms);
    if (this.#calm.sinceUs === Number.NEGATIVE_INFINITY) this.#calm.sinceUs = nowUs;
    if (nowUs - this.#calm.sinceUs < LOWER_EVERY_US) return;
    if (this.#calm.leastMs > RESERVE_MS) this.#us = Math.max(this.#us - LOWER_US, this.#leastUs);
    this.#calm = { sinceUs: nowUs, leastMs: Number.POSITIVE_INFINITY };
  }
}
