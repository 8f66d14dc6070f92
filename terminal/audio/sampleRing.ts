/**
 * Capacity of a new ring in samples: 1.4 s at 48 kHz, more than a start sends at once. Memory for all that a track
 * stores later would have to be cleared when the first sound is due.
 */
const FIRST_SIZE = 2 ** 16;

/** Ring buffer of samples by their number, which grows up to a limit. `NaN` marks missing samples. */
export class SampleRing {
  readonly #most: number;
  #samples = new Float32Array(FIRST_SIZE);

  /** @param most capacity to which it grows, samples: a power of two */
  constructor(most: number) {
    this.#most = most;
  }

  at(n: number): number {
    return this.#samples[n & (this.#samples.length - 1)] as number;
  }

  /** Stores samples `from` to `to` (excluded) of a sound whose first sample is `at`. */
  write(from: number, to: number, pcm: Float32Array, at: number): void {
    const samples = this.#samples;
    const mask = samples.length - 1;
    for (let n = from; n < to; n++) samples[n & mask] = pcm[n - at] as number;
  }

  erase(from: number, to: number): void {
    const samples = this.#samples;
    const mask = samples.length - 1;
    for (let n = from; n < to; n++) samples[n & mask] = Number.NaN;
  }

  /** Makes room for `count` samples, as far as the limit allows; keeps samples `low` to `high` (excluded). */
  reserve(count: number, low: number, high: number): void {
    const old = this.#samples;
    // A released ring has no length to double.
    let size = Math.max(old.length, FIRST_SIZE);
    while (size < Math.min(count, this.#most)) size *= 2;
    if (size === old.length) return;
    const samples = new Float32Array(size);
    for (let n = low; n < high; n++) samples[n & (size - 1)] = old[n & (old.length - 1)] as number;
    this.#samples = samples;
  }

  /** Frees its memory. */
  release(): void {
    this.#samples = new Float32Array(0);
  }
}
