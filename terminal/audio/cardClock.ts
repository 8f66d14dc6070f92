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
const STRANGE = 6;
const STRANGE_US = 2_000;
const BELIEVED = 5;
/** Number of observations below which only a difference of a second is an outlier, µs. */
const FIRST = 6;
const FAR_US = 1_000_000;

interface Observation {
  frame: number;
  /** Delay of the frame against the nominal rate, µs. */
  lag: number;
}

/**
 * Estimates the playback times of frames of a sound card from noisy observations (a browser's output timestamp) by a
 * line fit without outliers. Local times in µs.
 */
export class CardClock {
  private seen: Observation[] = [];
  private strange: Observation[] = [];
  private readonly usPerFrame: number;
  private origin = 0;
  private lag = 0;
  private slope = 0;
  /** Median distance of the observations from the line, µs. */
  private spread = 0;

  constructor(rate: number) {
    this.usPerFrame = 1e6 / rate;
  }

  /** True after the first observation. */
  get known(): boolean {
    return this.seen.length > 0;
  }

  /** Adds an observation: `frame` was played at local time `us`. */
  observe(frame: number, us: number): void {
    const next = { frame, lag: us - frame * this.usPerFrame };
    if (this.isStrange(next)) {
      this.strange.push(next);
      if (!this.agreed()) return;
      this.seen = this.strange.splice(0, BELIEVED - 1);
      this.slope = 0;
    }
    this.strange = [];
    this.seen.push(next);
    if (this.seen.length > WINDOW) this.seen.shift();
    this.fit();
  }

  /** Discards all observations after the card was stopped or changed. */
  reset(): void {
    this.seen = [];
    this.strange = [];
    this.slope = 0;
  }

  /** Local time at which `frame` is played, µs. */
  heardAt(frame: number): number {
    return frame * this.usPerFrame + this.lagAt(frame);
  }

  private lagAt(frame: number): number {
    return this.lag + this.slope * (frame - this.origin);
  }

  private isStrange({ frame, lag }: Observation): boolean {
    if (!this.known) return false;
    const limit = this.seen.length < FIRST ? FAR_US : Math.max(STRANGE_US, STRANGE * this.spread);
    return Math.abs(lag - this.lagAt(frame)) > limit;
  }

  /** Tells whether the last outliers agree, which means a discontinuity. */
  private agreed(): boolean {
    this.strange = this.strange.slice(-BELIEVED);
    const offs = this.strange.map((o) => o.lag - this.lagAt(o.frame));
    const [low, high] = [Math.min(...offs), Math.max(...offs)];
    return offs.length === BELIEVED && high - low < Math.max(Math.abs(low), Math.abs(high)) / 2;
  }

  private fit(): void {
    const { frame: last } = this.seen.at(-1) as Observation;
    const { frame: first } = this.seen[0] as Observation;
    this.origin = mean(this.seen.map((o) => o.frame));
    this.lag = mean(this.seen.map((o) => o.lag));
    if ((last - first) * this.usPerFrame >= MIN_SPAN_S * 1e6) {
      let top = 0;
      let bottom = 0;
      for (const o of this.seen) {
        top += (o.frame - this.origin) * (o.lag - this.lag);
        bottom += (o.frame - this.origin) ** 2;
      }
      const limit = MAX_RATE * this.usPerFrame;
      this.slope = Math.min(Math.max(top / bottom, -limit), limit);
    }
    this.spread = median(this.seen.map((o) => Math.abs(o.lag - this.lagAt(o.frame))));
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
