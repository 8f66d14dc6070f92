/** Number of observations kept: half a minute at two per second. */
const WINDOW = 64;
/** Minimum span of observations for estimating a rate above their noise, s. */
const MIN_SPAN_S = 8;
/** Largest deviation of a card from its nominal rate. */
const MAX_RATE = 500e-6;
/**
 * Limits of outliers: an observation that deviates by this many median distances, and by at least this much, µs, is
 * an outlier or the first after a discontinuity (underrun, suspended or replaced card). This many consecutive
 * outliers that agree are accepted as a discontinuity.
 */
const OUTLIER_SPREADS = 6;
const OUTLIER_US = 2_000;
const OUTLIERS_TO_ACCEPT = 5;
/** Number of observations below which only a larger difference is an outlier, and that difference, µs. */
const EARLY = 6;
const EARLY_OUTLIER_US = 1_000_000;
/** Number of observations after which the estimate no longer gains much from more frequent ones. */
const SETTLED = 20;

interface Observation {
  frame: number;
  /** Delay of the frame against the nominal rate, µs. */
  lag: number;
}

/**
 * Estimates the playback times of frames of a sound card from noisy observations (a browser's output timestamp) by a
 * line fit without outliers: a Theil–Sen slope, and the mean distance of the observations that are near the median.
 * A card that breaks while it starts gives a few observations that are far off; they must not move the estimate.
 * Local times in µs.
 */
export class CardClock {
  #seen: Observation[] = [];
  #outliers: Observation[] = [];
  readonly #usPerFrame: number;
  #origin = 0;
  #lag = 0;
  #slope = 0;
  /** Median distance of the observations from the line, µs. */
  #spread = 0;
  #broken = 0;

  constructor(rate: number) {
    this.#usPerFrame = 1e6 / rate;
  }

  /** True after the first observation. */
  get known(): boolean {
    return this.#seen.length > 0;
  }

  /** False while more frequent observations are needed: at first, and at outliers that may be a discontinuity. */
  get settled(): boolean {
    return this.#seen.length >= SETTLED && this.#outliers.length === 0;
  }

  /** Adds an observation: `frame` was played at local time `us`. */
  observe(frame: number, us: number): void {
    const next = { frame, lag: us - frame * this.#usPerFrame };
    if (this.#isOutlier(next)) {
      this.#outliers.push(next);
      if (!this.#agreed()) return;
      const offs = this.#outliers.map((one) => one.lag - this.#lagAt(one.frame));
      this.#broken = Math.max(0, median(offs));
      this.#seen = this.#outliers.splice(0, OUTLIERS_TO_ACCEPT - 1);
      this.#slope = 0;
    }
    this.#outliers = [];
    this.#seen.push(next);
    if (this.#seen.length > WINDOW) this.#seen.shift();
    this.#fit();
  }

  /** Discards all observations after the card was stopped or changed. */
  reset(): void {
    this.#seen = [];
    this.#outliers = [];
    this.#slope = 0;
    this.#broken = 0;
  }

  /**
   * Time for which the card took no samples at the last break, µs; 0: none since the last call. A browser does
   * not tell of an underrun: its card falls behind.
   */
  takeBreak(): number {
    const us = this.#broken;
    this.#broken = 0;
    return us;
  }

  /** Local time at which `frame` is played, µs. */
  heardAt(frame: number): number {
    return frame * this.#usPerFrame + this.#lagAt(frame);
  }

  #lagAt(frame: number): number {
    return this.#lag + this.#slope * (frame - this.#origin);
  }

  #isOutlier({ frame, lag }: Observation): boolean {
    if (!this.known) return false;
    const limit =
      this.#seen.length < EARLY ? EARLY_OUTLIER_US : Math.max(OUTLIER_US, OUTLIER_SPREADS * this.#spread);
    return Math.abs(lag - this.#lagAt(frame)) > limit;
  }

  /** Tells whether the last outliers agree, which means a discontinuity. */
  #agreed(): boolean {
    this.#outliers = this.#outliers.slice(-OUTLIERS_TO_ACCEPT);
    const offs = this.#outliers.map((o) => o.lag - this.#lagAt(o.frame));
    const [low, high] = [Math.min(...offs), Math.max(...offs)];
    return offs.length === OUTLIERS_TO_ACCEPT && high - low < Math.max(Math.abs(low), Math.abs(high)) / 2;
  }

  #fit(): void {
    const [seen, usPerFrame] = [this.#seen, this.#usPerFrame];
    const span = ((seen.at(-1) as Observation).frame - (seen[0] as Observation).frame) * usPerFrame;
    this.#origin = mean(seen.map((o) => o.frame));
    if (span >= MIN_SPAN_S * 1e6) this.#slope = clamp(theilSen(seen), MAX_RATE * usPerFrame);
    const lags = seen.map((o) => o.lag - this.#slope * (o.frame - this.#origin));
    const middle = median(lags);
    this.#spread = median(lags.map((lag) => Math.abs(lag - middle)));
    const limit = Math.max(OUTLIER_US, OUTLIER_SPREADS * this.#spread);
    this.#lag = mean(lags.filter((lag) => Math.abs(lag - middle) <= limit));
  }
}

/** Median slope of the lines through all pairs of observations, µs per frame. */
function theilSen(seen: readonly Observation[]): number {
  const slopes = seen.flatMap((a, i) => seen.slice(i + 1).map((b) => (b.lag - a.lag) / (b.frame - a.frame)));
  return median(slopes.filter(Number.isFinite));
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
