/** Number of source samples per output sample (taps). */
export const TAPS = 16;
/** Source samples needed before the one at the integer position. */
export const TAPS_BEFORE = TAPS / 2 - 1;
const PHASES = 256;
/** Parameter of the Kaiser window: 80 dB stop-band attenuation, sufficient for 16-bit material. */
const BETA = 8;
/** Half of the pass band, as a share of the Nyquist frequency. */
const CUTOFF = 0.94;

const table = buildTable();

/**
 * Reads `out.length` samples at fractional positions of `source`: `from`, `from + step`, … A windowed sinc of 16
 * taps, its 256 phases interpolated linearly; made for steps near 1 (a sound card's drift), not for down-mixing
 * to lower rates. `source` must reach from `floor(from) − TAPS_BEFORE` to TAPS_BEFORE + 1 past the last position.
 */
export function interpolate(source: Float32Array, from: number, step: number, out: Float32Array): void {
  let at = from;
  for (let i = 0; i < out.length; i++) {
    const whole = Math.floor(at);
    const phase = (at - whole) * PHASES;
    const row = Math.floor(phase);
    const mix = phase - row;
    const a = row * TAPS;
    const s = whole - TAPS_BEFORE;
    let low = 0;
    let high = 0;
    for (let k = 0; k < TAPS; k++) {
      const x = source[s + k] as number;
      low += x * (table[a + k] as number);
      high += x * (table[a + TAPS + k] as number);
    }
    out[i] = low + (high - low) * mix;
    at += step;
  }
}

/** Rows of taps for the phases 0, 1/256 … 1; each row sums to 1 so that a constant stays itself. */
function buildTable(): Float32Array {
  const rows = new Float32Array((PHASES + 1) * TAPS);
  for (let p = 0; p <= PHASES; p++) {
    let sum = 0;
    for (let k = 0; k < TAPS; k++) {
      const x = k - TAPS_BEFORE - p / PHASES;
      const value = CUTOFF * sinc(CUTOFF * x) * kaiser(x / (TAPS / 2));
      rows[p * TAPS + k] = value;
      sum += value;
    }
    for (let k = 0; k < TAPS; k++) rows[p * TAPS + k] = (rows[p * TAPS + k] as number) / sum;
  }
  return rows;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Kaiser window over −1…1. */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA);
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
