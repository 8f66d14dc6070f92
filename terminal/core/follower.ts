/** Proportional and integral gain, per s and per s²: critically damped, settles in about 10 s. */
const KP = 0.4;
const KI = 0.04;
/** Most that the rate is changed, and that only when 6 ms off: 2,500 ppm is 4.3 cents, less than an ear can tell. */
const MAX_RATIO = 2_500e-6;
/** What is believed of a sound card; the rest is the clock's noise. */
const MAX_DRIFT = 500e-6;

/** Follows the media clock with a sound card that has its own idea of 48 kHz: a PI controller of the rate. */
export class Follower {
  private integral = 0;

  /** Source samples per nominal sample for the next `seconds`, when what is heard is `errorS` late. */
  ratio(errorS: number, seconds: number): number {
    const wish = KP * errorS + this.integral;
    if (Math.abs(wish) < MAX_RATIO) {
      this.integral = clamp(this.integral + KI * errorS * seconds, MAX_DRIFT);
    }
    return 1 + clamp(wish, MAX_RATIO);
  }

  /** How much faster than nominal the card runs by the media clock, ppm. */
  get driftPpm(): number {
    return -this.integral * 1e6;
  }
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit);
}
