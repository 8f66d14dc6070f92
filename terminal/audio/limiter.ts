/** Release time of the gain after a peak, s. */
const RELEASE_S = 0.08;

/**
 * Peak limiter for a mix: a sample beyond full scale lowers the gain to fit, and the gain recovers slowly. Samples
 * within full scale at unity gain pass unchanged.
 */
export class Limiter {
  #gain = 1;
  readonly #release: number;

  constructor(rate: number) {
    this.#release = 1 / (RELEASE_S * rate);
  }

  run(samples: Float32Array): void {
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i] as number;
      this.#gain = Math.min(1 / Math.abs(x), this.#gain + (1 - this.#gain) * this.#release);
      if (this.#gain < 1) samples[i] = x * this.#gain;
    }
  }
}
