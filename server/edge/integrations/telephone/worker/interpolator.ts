import { lowPass } from '../../../../site/foreign/worker/decimator.ts';

/** Raises the sample rate by a whole factor, block by block. */
export class Interpolator {
  readonly #factor: number;
  readonly #taps: Float64Array;
  #history: Float32Array;

  constructor(factor: number) {
    this.#factor = factor;
    this.#taps = lowPass(factor);
    this.#history = new Float32Array(Math.ceil(this.#taps.length / factor) - 1);
  }

  process(samples: Float32Array): Float32Array {
    const factor = this.#factor;
    const before = this.#history.length;
    const all = new Float32Array(before + samples.length);
    all.set(this.#history);
    all.set(samples, before);
    const out = new Float32Array(samples.length * factor);
    for (let n = 0; n < samples.length; n++)
      for (let phase = 0; phase < factor; phase++) {
        let sum = 0;
        for (let i = phase, at = before + n; i < this.#taps.length; i += factor, at--)
          sum += (this.#taps[i] ?? 0) * (all[at] ?? 0);
        out[n * factor + phase] = sum * factor;
      }
    this.#history = all.slice(all.length - before);
    return out;
  }
}
