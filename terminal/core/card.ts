/** Observations kept: with two a second, half a minute. */
const WINDOW = 64;
/** Below this span a rate cannot be told from the noise of single observations, s. */
const MIN_SPAN_S = 8;
/** A card runs at most this far from its nominal rate. */
const MAX_RATE = 500e-6;
/** An observation this far off is a break (the card stood still, another card), µs; so many in a row are believed. */
const BREAK_US = 30_000;
const BELIEVED = 3;
/** Observations further off than this many median distances are left out. */
const OUTLIER = 4;

interface Observation {
  frame: number;
  /** How much later than by the nominal rate the frame is heard, µs. */
  lag: number;
}

/**
 * When a sound card plays which frame, estimated from noisy observations (a browser's output timestamp): a line
 * through those that are not outliers. Local times in µs.
 */
export class CardClock {
  private seen: Observation[] = [];
  private strange: Observation[] = [];
  private readonly usPerFrame: number;
  private origin = 0;
  private lag = 0;
  private slope = 0;

  constructor(rate: number) {
    this.usPerFrame = 1e6 / rate;
  }

  /** Whether anything is known. */
  get known(): boolean {
    return this.seen.length > 0;
  }

  /** `frame` was heard at local time `us`. */
  observe(frame: number, us: number): void {
    const next = { frame, lag: us - frame * this.usPerFrame };
    if (this.known && Math.abs(next.lag - this.lagAt(frame)) > BREAK_US) {
      this.strange.push(next);
      if (this.strange.length < BELIEVED) return;
      this.seen = this.strange.slice(0, -1);
      this.slope = 0;
    }
    this.strange = [];
    this.seen.push(next);
    if (this.seen.length > WINDOW) this.seen.shift();
    this.fit();
  }

  /** The card was stopped or changed: what was observed no longer holds. */
  reset(): void {
    this.seen = [];
    this.strange = [];
    this.slope = 0;
  }

  /** Local time at which `frame` is heard, µs. */
  heardAt(frame: number): number {
    return frame * this.usPerFrame + this.lagAt(frame);
  }

  private lagAt(frame: number): number {
    return this.lag + this.slope * (frame - this.origin);
  }

  private fit(): void {
    const { frame: last } = this.seen.at(-1) as Observation;
    const { frame: first } = this.seen[0] as Observation;
    const guess = (o: Observation) => o.lag - this.slope * (o.frame - last);
    const middle = median(this.seen.map(guess));
    const spread = median(this.seen.map((o) => Math.abs(guess(o) - middle)));
    const good = this.seen.filter((o) => Math.abs(guess(o) - middle) <= OUTLIER * spread + 1);
    this.origin = mean(good.map((o) => o.frame));
    this.lag = mean(good.map((o) => o.lag));
    if ((last - first) * this.usPerFrame < MIN_SPAN_S * 1e6) return;
    let top = 0;
    let bottom = 0;
    for (const o of good) {
      top += (o.frame - this.origin) * (o.lag - this.lag);
      bottom += (o.frame - this.origin) ** 2;
    }
    const limit = MAX_RATE * this.usPerFrame;
    if (bottom > 0) this.slope = Math.min(Math.max(top / bottom, -limit), limit);
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
