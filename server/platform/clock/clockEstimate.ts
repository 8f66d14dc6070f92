/** Exchange of times: sent at own t0, received by the other machine at media t1, answered at media t2, back at own t3; µs. */
export interface TimeExchange {
  t0: number;
  t1: number;
  t2: number;
  t3: number;
}

/** Media clock of another machine on the monotonic clock of this one. */
export interface EstimatedClock {
  epoch: string;
  term: number;
  /** Monotonic time of this machine at media time 0, µs. */
  origin_us: number;
  /** The true origin is within this much of it, µs. */
  errorUs: number;
}

/** Number of exchanges kept. */
const WINDOW = 64;
/** Largest difference of the rates of two machines, while their clocks are disciplined: as terminals assume. */
const MAX_RATE = 300e-6;

/**
 * Estimates the media clock of the leader at its standby. No message arrives before it was sent, so each exchange
 * bounds the offset from both sides; a bound becomes wider with its age. The estimate is the middle of the narrowest
 * bounds, its error half of their distance.
 */
export class ClockEstimate {
  #clock: { epoch: string; term: number } | null = null;
  #exchanges: TimeExchange[] = [];

  /** Takes an exchange; another epoch or another owner of the clock starts the estimate again. */
  add(exchange: TimeExchange, clock: { epoch: string; term: number }): void {
    const { t0, t1, t2, t3 } = exchange;
    if (t3 < t0 || t2 < t1) return;
    if (this.#clock?.epoch !== clock.epoch) this.#exchanges = [];
    this.#clock = { epoch: clock.epoch, term: clock.term };
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > WINDOW) this.#exchanges.shift();
  }

  /** Estimate at a monotonic time of this machine, µs; null: nothing is known. */
  at(nowUs: number): EstimatedClock | null {
    if (this.#clock === null) return null;
    let [high, low] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { t0, t1, t2, t3 } of this.#exchanges) {
      high = Math.min(high, t1 - t0 + MAX_RATE * Math.abs(nowUs - t0));
      low = Math.max(low, t2 - t3 - MAX_RATE * Math.abs(nowUs - t3));
    }
    const offset = (high + low) / 2;
    // Bounds that cross: one of the clocks was set, so nothing is known better than their contradiction.
    return { ...this.#clock, origin_us: Math.round(-offset), errorUs: Math.ceil(Math.abs(high - low) / 2) };
  }
}
