/** Length of the filter in output samples: steep enough that music above the new limit does not fold back. */
const REACH = 32;
/** Share of the new band that passes. */
const PASS = 0.92;

/** Windowed sinc with unity gain that passes what remains below half of the new rate. */
export function lowPass(factor: number): Float64Array {
  const count = REACH * factor + 1;
  const cut = PASS / factor;
  const values = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const x = i - (count - 1) / 2;
    const sinc = x === 0 ? cut : Math.sin(Math.PI * cut * x) / (Math.PI * x);
    const turn = (2 * Math.PI * i) / (count - 1);
    const window = 0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    values[i] = sinc * window;
    sum += sinc * window;
  }
  return values.map((value) => value / sum);
}

/** Lowers the sample rate by a whole factor, block by block. */
export class Decimator {
  readonly #factor: number;
  readonly #taps: Float64Array;
  #history: Float32Array;

  constructor(factor: number) {
    this.#factor = factor;
    this.#taps = lowPass(factor);
    this.#history = new Float32Array(this.#taps.length - 1);
  }

  /** Lowers a block whose length is a multiple of the factor. */
  process(samples: Float32Array): Float32Array {
    if (this.#factor === 1) return samples;
    const all = new Float32Array(this.#history.length + samples.length);
    all.set(this.#history);
    all.set(samples, this.#history.length);
    const out = new Float32Array(samples.length / this.#factor);
    const { length } = this.#taps;
    for (let n = 0; n < out.length; n++) {
      const first = (n + 1) * this.#factor - 1;
      let sum = 0;
      for (let i = 0; i < length; i++) sum += (this.#taps[i] ?? 0) * (all[first + i] ?? 0);
      out[n] = sum;
    }
    this.#history = all.slice(samples.length);
    return out;
  }
}
