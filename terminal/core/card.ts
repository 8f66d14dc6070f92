/** Observations kept: with two a second, half a minute. */
const WINDOW = 64;
/** Below this span a rate cannot be told from the noise of single observations, s. */
const MIN_SPAN_S = 8;
/** A card runs at most this far from its nominal rate. */
const MAX_RATE = 500e-6;
/**
 * An observation this many median distances off, and by this much at least, µs, is strange: an outlier, or the
 * first after a break (the card ran dry, stood still, is another one). So many in a row that agree are believed.
 */
const STRANGE = 6;
const STRANGE_US = 2_000;
const BELIEVED = 5;
/** Until so many are known nothing is strange but a second's difference, µs. */
const FIRST = 6;
const FAR_US = 1_000_000;

interface Observation {
  frame: number;
  /** How much later than by the nominal rate the frame is heard, µs. */
  lag: number;
}

/**
 * When a sound card plays which frame, estimated from noisy observations (a browser's output timestamp): a line
 * through those that are not strange. Local times in µs.
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

  /** Whether anything is known. */
  get known(): boolean {
    return this.seen.length > 0;
  }

  /** `frame` was heard at local time `us`. */
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

  private isStrange({ frame, lag }: Observation): boolean {
    if (!this.known) return false;
    const limit = this.seen.length < FIRST ? FAR_US : Math.max(STRANGE_US, STRANGE * this.spread);
    return Math.abs(lag - this.lagAt(frame)) > limit;
  }

  /** Whether the last strange ones are off by about the same, and so are the truth. */
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
