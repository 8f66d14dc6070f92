import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';

/** Lowest reported level, also for digital silence, dBFS. */
export const FLOOR_DB = -120;
/** Parts of the last second; each is 100 ms. */
const PARTS = 10;

/** RMS and sample peak of the last second of what was played, dBFS; a full-scale sine has −3.01 RMS, 0 peak. */
export class Meter {
  readonly #squares = new Float64Array(PARTS);
  readonly #peaks = new Float64Array(PARTS);
  readonly #counts = new Float64Array(PARTS);
  #part = 0;
  readonly #partLength: number;

  constructor(rate: number = SAMPLE_RATE) {
    this.#partLength = rate / PARTS;
  }

  add(samples: Float32Array): void {
    let square = 0;
    let peak = 0;
    for (const x of samples) {
      square += x * x;
      if (x > peak) peak = x;
      else if (-x > peak) peak = -x;
    }
    if ((this.#counts[this.#part] as number) >= this.#partLength) {
      this.#part = (this.#part + 1) % PARTS;
      this.#squares[this.#part] = 0;
      this.#peaks[this.#part] = 0;
      this.#counts[this.#part] = 0;
    }
    this.#squares[this.#part] = (this.#squares[this.#part] as number) + square;
    this.#counts[this.#part] = (this.#counts[this.#part] as number) + samples.length;
    this.#peaks[this.#part] = Math.max(this.#peaks[this.#part] as number, peak);
  }

  /** RMS and peak of the last complete part of 100 ms, for a level meter. */
  get now(): { rmsDb: number; peakDb: number } {
    const last = (this.#part + PARTS - 1) % PARTS;
    const count = this.#counts[last] as number;
    const square = count === 0 ? 0 : (this.#squares[last] as number) / count;
    return { rmsDb: decibels(Math.sqrt(square)), peakDb: decibels(this.#peaks[last] as number) };
  }

  get rmsDb(): number {
    let square = 0;
    let count = 0;
    for (let i = 0; i < PARTS; i++) {
      square += this.#squares[i] as number;
      count += this.#counts[i] as number;
    }
    return count === 0 ? FLOOR_DB : decibels(Math.sqrt(square / count));
  }

  get peakDb(): number {
    return decibels(Math.max(...this.#peaks));
  }
}

/** Amplitude (1 = full scale) as dBFS, at least FLOOR_DB. */
export function decibels(amplitude: number): number {
  return Math.max(FLOOR_DB, 20 * Math.log10(amplitude));
}
