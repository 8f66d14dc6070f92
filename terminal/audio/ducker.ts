import { DUCK_DB } from '../../contract/protocol/arbitration.ts';
import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';

/** Attack and release time of ducking before and after speech, samples: 150 and 500 ms. */
export const DUCK_DOWN = 0.15 * SAMPLE_RATE;
export const DUCK_UP = 0.5 * SAMPLE_RATE;
const LOWEST = 10 ** (-DUCK_DB / 20);
/** Factors from one sample to the next, linear in decibels. */
const FALL = LOWEST ** (1 / DUCK_DOWN);
const RISE = LOWEST ** (-1 / DUCK_UP);

/** Gain of programme under speech (docs/protocols/terminal-protocol.md, "Voice mix"). */
export class Ducker {
  #gain = 1;
  #gains = new Float32Array(0);

  /**
   * Factors of the next `count` samples; null: all are 1.
   *
   * @param isNear whether speech sounds at the sample of that number, or will within `DUCK_DOWN`; null: there is none
   */
  next(from: number, count: number, isNear: ((n: number) => boolean) | null): Float32Array | null {
    if (isNear === null && this.#gain === 1) return null;
    if (this.#gains.length < count) this.#gains = new Float32Array(2 * count);
    for (let i = 0; i < count; i++) {
      if (isNear?.(from + i) === true) this.#gain = Math.max(LOWEST, this.#gain * FALL);
      else this.#gain = Math.min(1, this.#gain * RISE);
      this.#gains[i] = this.#gain;
    }
    return this.#gains;
  }
}
