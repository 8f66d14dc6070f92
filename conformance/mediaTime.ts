import { randomUUID } from 'node:crypto';

/** Media clock that the test server shows to the terminal. */
export class MediaTime {
  epoch: string = randomUUID();
  /** Media time at the zero of the monotonic clock, µs. */
  #zeroUs = 7_200_000_000 - this.monotonicUs();

  /** Time of this machine that is never set, µs. */
  monotonicUs(): number {
    return Math.round(performance.now() * 1e3);
  }

  /** The media time now, µs. */
  us(): number {
    return this.monotonicUs() + this.#zeroUs;
  }

  /** Media time in `ms` from now as whole milliseconds, µs: media times of audio are whole samples. */
  inMs(ms: number): number {
    return Math.round(this.us() / 1e3 + ms) * 1e3;
  }

  /** Answer to `time`. */
  answer(t0: number, t1: number): object {
    return { type: 'time', t0, t1, t2: this.us(), epoch: this.epoch, wall_ms: Date.now() };
  }

  /** Begins another clock with another zero and epoch. */
  restart(): void {
    this.epoch = randomUUID();
    this.#zeroUs = 1_000_000_000 - this.monotonicUs();
  }
}
