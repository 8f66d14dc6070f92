import { interpolate, TAPS, TAPS_BEFORE } from './resample.ts';

/** Adds `count` source samples from number `from` to `out[at…]`; called once for every sample, in order. */
export type Mix = (out: Float32Array, at: number, from: number, count: number) => void;

/** Reads a source at a moving fractional position; keeps the samples around it that interpolation needs. */
export class SampleReader {
  /** First source sample that has not been mixed yet: the earliest that can still be changed. */
  head = 0;
  #scratch = new Float32Array(2048);
  /** Number of the source sample in scratch[0]. */
  #base = 0;
  readonly #mix: Mix;

  constructor(mix: Mix) {
    this.#mix = mix;
  }

  /** Moves to another position; samples before it count as silence. */
  seek(position: number): void {
    this.head = Math.floor(position) - TAPS_BEFORE;
    this.#base = this.head;
  }

  /** Fills `out` from `position` on with `step` source samples per sample. */
  read(out: Float32Array, position: number, step: number): void {
    const first = Math.floor(position) - TAPS_BEFORE;
    const end = Math.floor(position + (out.length - 1) * step) + TAPS - TAPS_BEFORE + 1;
    this.#moveTo(first, end);
    if (end > this.head) {
      this.#mix(this.#scratch, this.head - first, this.head, end - this.head);
      this.head = end;
    }
    interpolate(this.#scratch, position - first, step, out);
  }

  /** Puts source sample `first` at the start of scratch, keeps mixed samples, zeroes the rest up to `end`. */
  #moveTo(first: number, end: number): void {
    if (end - first > this.#scratch.length) {
      const larger = new Float32Array(2 * (end - first));
      larger.set(this.#scratch);
      this.#scratch = larger;
    }
    this.#scratch.copyWithin(0, first - this.#base, this.head - this.#base);
    this.#scratch.fill(0, this.head - first);
    this.#base = first;
  }
}
