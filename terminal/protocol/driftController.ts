/** Proportional and integral gain, per s and per s²: critically damped, settles in about 10 s. */
const KP = 0.4;
const KI = 0.04;
/** Largest change of the rate, reached at a skew of 6 ms: 2,500 ppm is 4.3 cents, which is inaudible. */
const MAX_RATIO = 2_500e-6;
/** Largest accepted drift of a sound card; more is noise of the clock. */
const MAX_DRIFT = 500e-6;

/** Makes a sound card with a rate error follow the media clock: a PI controller of the resampling ratio. */
export class DriftController {
  #integral = 0;

  /** Source samples per nominal sample for the next `seconds`, when playback is `errorS` late. */
  ratio(errorS: number, seconds: number): number {
    const correction = KP * errorS + this.#integral;
    if (Math.abs(correction) < MAX_RATIO) {
      this.#integral = clamp(this.#integral + KI * errorS * seconds, MAX_DRIFT);
    }
    return 1 + clamp(correction, MAX_RATIO);
  }

  /** Rate deviation of the card from nominal by the media clock, ppm. */
  get driftPpm(): number {
    return -this.#integral * 1e6;
  }
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit);
}
