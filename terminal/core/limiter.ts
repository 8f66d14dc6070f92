/** Time in which the gain comes back after a peak, s. */
const RELEASE_S = 0.08;

/**
 * Keeps a sum of voices within full scale: a sample beyond it lowers the gain to just fit, which then comes back slowly.
 * What stays within is not touched.
 */
export class Limiter {
  private gain = 1;
  private readonly release: number;

  constructor(rate: number) {
    this.release = 1 / (RELEASE_S * rate);
  }

  run(samples: Float32Array): void {
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i] as number;
      this.gain = Math.min(1 / Math.abs(x), this.gain + (1 - this.gain) * this.release);
      if (this.gain < 1) samples[i] = x * this.gain;
    }
  }
}
