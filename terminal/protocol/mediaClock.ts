/** One time exchange: request sent at local t0, received at media t1, answered at media t2, back at local t3; µs. */
export interface Exchange {
  t0: number;
  t1: number;
  t2: number;
  t3: number;
}

/** Upper or lower bound `value` of the offset (media − local) at local time `t`; µs. */
interface Bound {
  t: number;
  value: number;
}

/** Number of exchanges kept: several minutes, to include some with minimal delay in each direction. */
const WINDOW = 800;
/** Largest rate deviation from the media clock: quartz is within 100 ppm, plus a margin. */
const MAX_RATE = 300e-6;
/** Resolution of a rate: 0.01 ppm. */
const RATE_STEP = 1e-8;
/** Minimum span for estimating a rate above the jitter, µs. */
const MIN_SPAN_US = 8e6;
/** Rates whose strip is at least this share of the widest strip count as equally likely. */
const LIKELY = 0.5;
/** Weight of the newest exchange in the average of the jitter. */
const NEWEST = 1 / 8;
/** Contradiction of an exchange above which a clock is assumed to have been set or suspended, µs. */
const BREAK_US = 5_000;
/** Requirements for playback: this many answers, or fewer with this uncertainty, µs. */
const ENOUGH = 8;
const SURE_US = 3_000;
/** Largest uncertainty that permits playback, µs. */
const MAX_ERROR_US = 250_000;

/**
 * Estimates the server's media clock from time exchanges (docs/protocols/terminal-protocol.md, "Time").
 *
 * No message arrives before it was sent, so each exchange bounds the offset (media − local) from above by t1 − t0
 * and from below by t2 − t3, independently: the fastest request and the fastest answer need not belong to the
 * same exchange. The upper and lower bounds enclose a strip; the wider the strip for a rate of the local clock,
 * the likelier that rate. The estimate is the middle of the strip, at the middle of the likely rates.
 */
export class MediaClock {
  #uppers: Bound[] = [];
  #lowers: Bound[] = [];
  #epoch: string | null = null;
  #rate = 0;
  #origin = 0;
  #offset = 0;
  #halfWidth = Number.POSITIVE_INFINITY;
  #jitter = 0;
  /** True while the clock is assumed (`assume`) and not measured. */
  #assumed = false;

  /** Takes an exchange of `epoch`. A new epoch, or a clock that was set, starts again. Returns whether it did. */
  add({ t0, t1, t2, t3 }: Exchange, epoch: string): boolean {
    if (t3 < t0 || t2 < t1) return false;
    const upper = { t: t0, value: t1 - t0 };
    const lower = { t: t3, value: t2 - t3 };
    const isRestarted = this.#epoch !== epoch || this.#contradicts(upper, lower);
    if (isRestarted) this.reset();
    this.#epoch = epoch;
    this.#uppers.push(upper);
    this.#lowers.push(lower);
    if (this.#uppers.length > WINDOW) {
      this.#uppers.shift();
      this.#lowers.shift();
    }
    this.#fit(t3);
    this.#jitter += (Math.max(0, (t3 - t0) / 2 - this.errorUs) - this.#jitter) * NEWEST;
    return isRestarted;
  }

  /** Runs by the local clock alone from a media time on, until the first exchange. */
  assume(local: number, mediaUs: number): void {
    this.reset();
    this.#assumed = true;
    this.#origin = local;
    this.#offset = mediaUs - local;
  }

  /** Forgets everything, as at a new connection to a restarted server. */
  reset(): void {
    this.#uppers = [];
    this.#lowers = [];
    this.#epoch = null;
    this.#rate = 0;
    this.#assumed = false;
    this.#halfWidth = Number.POSITIVE_INFINITY;
  }

  get answers(): number {
    return this.#uppers.length;
  }

  /** Uncertainty, µs: half of the smallest round trip that the two directions allow together. */
  get errorUs(): number {
    return Math.max(this.#halfWidth, 0);
  }

  /** Average delay above the minimum of a direction, µs; determines the interval of exchanges. */
  get jitterUs(): number {
    return this.#jitter;
  }

  /** True when the estimate is good enough for playback. */
  get synced(): boolean {
    if (this.#assumed) return true;
    const n = this.#uppers.length;
    return (n >= ENOUGH || (n >= 3 && this.#halfWidth < SURE_US)) && this.#halfWidth < MAX_ERROR_US;
  }

  /** Rate of the media clock relative to the local clock, ppm. */
  get ratePpm(): number {
    return this.#rate * 1e6;
  }

  /** Media time of a local time, µs. Undefined before the first exchange. */
  toMedia(local: number): number {
    return local + this.#offset + this.#rate * (local - this.#origin);
  }

  /** Local time of a media time, µs. */
  toLocal(media: number): number {
    return this.#origin + (media - this.#origin - this.#offset) / (1 + this.#rate);
  }

  #contradicts(upper: Bound, lower: Bound): boolean {
    if (this.#uppers.length === 0) return false;
    const estimate = (t: number) => this.#offset + this.#rate * (t - this.#origin);
    const slack = BREAK_US + this.errorUs + MAX_RATE * Math.abs(lower.t - this.#origin);
    return estimate(upper.t) > upper.value + slack || estimate(lower.t) < lower.value - slack;
  }

  #fit(now: number): void {
    this.#origin = now;
    const uppers = hull(this.#uppers, 1);
    const lowers = hull(this.#lowers, -1);
    const span = now - (this.#lowers[0]?.t ?? now);
    if (span >= MIN_SPAN_US) {
      this.#rate = likely((rate) => lowest(uppers, rate, now) - highest(lowers, rate, now));
    }
    const high = lowest(uppers, this.#rate, now);
    const low = highest(lowers, this.#rate, now);
    this.#offset = (low + high) / 2;
    this.#halfWidth = (high - low) / 2;
  }
}

/** Convex hull of bounds from below (side 1) or from above (−1), which limits strips of any slope. */
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

/** Largest offset at `now` that the upper bounds allow at a rate deviation `rate` of the local clock. */
function lowest(uppers: readonly Bound[], rate: number, now: number): number {
  let low = Number.POSITIVE_INFINITY;
  for (const b of uppers) low = Math.min(low, b.value - rate * (b.t - now));
  return low;
}

/** Smallest offset at `now` that the lower bounds allow at a rate deviation `rate` of the local clock. */
function highest(lowers: readonly Bound[], rate: number, now: number): number {
  let high = Number.NEGATIVE_INFINITY;
  for (const b of lowers) high = Math.max(high, b.value - rate * (b.t - now));
  return high;
}

/** Middle of the rates whose strip width, a concave function of the rate, is at least LIKELY of the maximum. */
function likely(width: (rate: number) => number): number {
  let [a, b] = [-MAX_RATE, MAX_RATE];
  while (b - a > RATE_STEP) {
    const third = (b - a) / 3;
    if (width(a + third) < width(b - third)) a += third;
    else b -= third;
  }
  const top = (a + b) / 2;
  const widest = width(top);
  // No strip: the rate of the clock has changed within the window; takes the rate with the least contradiction.
  if (widest <= 0) return top;
  const edge = (far: number) => {
    let [inside, outside] = [top, far];
    while (Math.abs(outside - inside) > RATE_STEP) {
      const middle = (inside + outside) / 2;
      if (width(middle) >= LIKELY * widest) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return (edge(-MAX_RATE) + edge(MAX_RATE)) / 2;
}
