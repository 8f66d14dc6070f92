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
  readonly #least_us: number;
  /** True for a delay that was set instead of following the links. */
  readonly #isSet: boolean;
  /** Lead that the links needed last; null: not known yet. */
  #links_us: number | null = null;
  #raised_us = Number.NEGATIVE_INFINITY;
  #calm = { since_us: Number.NEGATIVE_INFINITY, least_ms: Number.POSITIVE_INFINITY };

  /** @param set the delay at first and at least; absent: as the links need */
  constructor(set?: { first_us: number; least_us: number }) {
    this.#us = set?.first_us ?? UNKNOWN_US;
    this.#least_us = set?.least_us ?? LEAST_US;
    this.#isSet = set !== undefined;
  }

  get us(): number {
    return this.#us;
  }

  /** Takes the lead that the links need now: the delay at first, and at least when it has grown. */
  follow(lead_us: number): void {
    if (this.#isSet) return;
    const links_us = Math.min(lead_us, GREATEST_US);
    if (this.#links_us === null) this.#us = links_us;
    else if (links_us > this.#links_us) this.#us = Math.max(this.#us, links_us);
    this.#links_us = links_us;
  }

  /** Takes in the packets that were late at a terminal since its last report, and its buffer reserve. */
  reported(late: number, buffer_ms: number, now_us: number): void {
    if (late > 0) {
      this.#calm = { since_us: now_us, least_ms: Number.POSITIVE_INFINITY };
      if (now_us - this.#raised_us < RAISE_EVERY_US) return;
      this.#raised_us = now_us;
      this.#us = Math.min(this.#us + RAISE_US, GREATEST_US);
      return;
    }
    this.#calm.least_ms = Math.min(this.#calm.least_ms, buffer_ms);
    if (this.#calm.since_us === Number.NEGATIVE_INFINITY) this.#calm.since_us = now_us;
    if (now_us - this.#calm.since_us < LOWER_EVERY_US) return;
    if (this.#calm.least_ms > RESERVE_MS) this.#us = Math.max(this.#us - LOWER_US, this.#least_us);
    this.#calm = { since_us: now_us, least_ms: Number.POSITIVE_INFINITY };
  }
}
