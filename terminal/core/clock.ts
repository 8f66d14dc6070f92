/** One time exchange: request sent at local t0, received at media t1, answered at media t2, back at local t3; µs. */
export interface Exchange {
  t0: number;
  t1: number;
  t2: number;
  t3: number;
}

/** At local time `t` the offset (media − local) is at most, or at least, `value`; µs. */
interface Bound {
  t: number;
  value: number;
}

/** Exchanges kept: a window of minutes, so that a few clean ones each way are enough. */
const WINDOW = 400;
/** A clock runs at most this far from the media clock's rate: quartz is within 100 ppm, leave room. */
const MAX_RATE = 300e-6;
/** Below this span a rate cannot be told from jitter, µs. */
const MIN_SPAN_US = 8e6;
/** A new rate must widen the strip by this share of what it moves its ends, or it is noise. */
const CAUTION = 0.25;
/** An exchange that contradicts the estimate by more means that a clock was set or stood still, µs. */
const BREAK_US = 5_000;
/** Good enough to play: this many answers, or fewer that are this sure, µs. */
const ENOUGH = 8;
const SURE_US = 3_000;
/** An error above this is never good enough, µs. */
const MAX_ERROR_US = 250_000;

/**
 * Estimates the server's media clock from time exchanges (docs/terminal-protocol.md, "Time").
 *
 * No message arrives before it was sent, so each exchange bounds the offset (media − local) from above by t1 − t0
 * and from below by t2 − t3, independently: the fastest way there and the fastest way back need not be of the
 * same exchange. The estimate is the middle of the widest strip between all upper and all lower bounds; its
 * slope is the rate of the local clock, its half width the error if the fastest ways are equally fast.
 */
export class MediaClock {
  private uppers: Bound[] = [];
  private lowers: Bound[] = [];
  private epoch: string | null = null;
  private rate = 0;
  private origin = 0;
  private offset = 0;
  private halfWidth = Number.POSITIVE_INFINITY;

  /** Takes an exchange of `epoch`. A new epoch, or a clock that was set, starts anew. Returns whether it did. */
  add({ t0, t1, t2, t3 }: Exchange, epoch: string): boolean {
    if (t3 < t0 || t2 < t1) return false;
    const upper = { t: t0, value: t1 - t0 };
    const lower = { t: t3, value: t2 - t3 };
    const anew = this.epoch !== epoch || this.contradicts(upper, lower);
    if (anew) this.reset();
    this.epoch = epoch;
    this.uppers.push(upper);
    this.lowers.push(lower);
    if (this.uppers.length > WINDOW) {
      this.uppers.shift();
      this.lowers.shift();
    }
    this.fit(t3);
    return anew;
  }

  /** Forgets everything, as at a new connection to a restarted server. */
  reset(): void {
    this.uppers = [];
    this.lowers = [];
    this.epoch = null;
    this.rate = 0;
    this.halfWidth = Number.POSITIVE_INFINITY;
  }

  get answers(): number {
    return this.uppers.length;
  }

  /** Uncertainty, µs: half of the smallest round trip that the two directions allow together. */
  get errorUs(): number {
    return Math.max(this.halfWidth, 0);
  }

  /** Whether the estimate is good enough to play by. */
  get synced(): boolean {
    const n = this.uppers.length;
    return (n >= ENOUGH || (n >= 3 && this.halfWidth < SURE_US)) && this.halfWidth < MAX_ERROR_US;
  }

  /** How much faster the media clock runs than the local one, ppm. */
  get ratePpm(): number {
    return this.rate * 1e6;
  }

  /** Media time of a local time, µs. Meaningless before the first exchange. */
  toMedia(local: number): number {
    return local + this.offset + this.rate * (local - this.origin);
  }

  /** Local time of a media time, µs. */
  toLocal(media: number): number {
    return this.origin + (media - this.origin - this.offset) / (1 + this.rate);
  }

  private contradicts(upper: Bound, lower: Bound): boolean {
    if (this.uppers.length === 0) return false;
    const estimate = (t: number) => this.offset + this.rate * (t - this.origin);
    const slack = BREAK_US + this.errorUs + MAX_RATE * Math.abs(lower.t - this.origin);
    return estimate(upper.t) > upper.value + slack || estimate(lower.t) < lower.value - slack;
  }

  private fit(now: number): void {
    this.origin = now;
    const uppers = hull(this.uppers, 1);
    const lowers = hull(this.lowers, -1);
    const span = now - (this.lowers[0]?.t ?? now);
    if (span >= MIN_SPAN_US) {
      const known = this.rate;
      this.rate = peak((rate) => {
        const strip = lowest(uppers, rate, now) - highest(lowers, rate, now);
        return strip - CAUTION * Math.abs(rate - known) * span;
      });
    }
    const high = lowest(uppers, this.rate, now);
    const low = highest(lowers, this.rate, now);
    this.offset = (low + high) / 2;
    this.halfWidth = (high - low) / 2;
  }
}

/** The bounds that can touch a strip of any slope: the convex hull from below (side 1) or from above (−1). */
function hull(bounds: readonly Bound[], side: 1 | -1): Bound[] {
  const chain: Bound[] = [];
  for (const c of bounds) {
    for (;;) {
      const a = chain[chain.length - 2];
      const b = chain[chain.length - 1];
      if (!a || !b) break;
      if (side * ((b.value - a.value) * (c.t - a.t) - (c.value - a.value) * (b.t - a.t)) < 0) break;
      chain.pop();
    }
    chain.push(c);
  }
  return chain;
}

/** What upper bounds allow for the offset at `now`, were the local clock off by `rate`. */
function lowest(uppers: readonly Bound[], rate: number, now: number): number {
  let low = Number.POSITIVE_INFINITY;
  for (const b of uppers) low = Math.min(low, b.value - rate * (b.t - now));
  return low;
}

/** What lower bounds demand of the offset at `now`, were the local clock off by `rate`. */
function highest(lowers: readonly Bound[], rate: number, now: number): number {
  let high = Number.NEGATIVE_INFINITY;
  for (const b of lowers) high = Math.max(high, b.value - rate * (b.t - now));
  return high;
}

/** Where a concave function of the rate is highest, found by thirds to 0.01 ppm. */
function peak(worth: (rate: number) => number): number {
  let a = -MAX_RATE;
  let b = MAX_RATE;
  while (b - a > 1e-8) {
    const third = (b - a) / 3;
    if (worth(a + third) < worth(b - third)) a += third;
    else b -= third;
  }
  return (a + b) / 2;
}
