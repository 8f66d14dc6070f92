import { sine } from './opus.ts';

/** Time from beep to beep, µs. */
export const BEEP_US = 250_000;
/** Quiet samples before a beginning counts as one, and what counts as sound. */
const QUIET = 4_800;
const LOUD = 0.02;

/** Beeps of 50 ms, four a second: the beginning of each can be found to the sample. */
export function beeps(seconds: number): number {
  return seconds % (BEEP_US / 1e6) < 0.05 ? sine(1_000, -10)(seconds) : 0;
}

/** Notes when the beeps of a broadcast begin to be heard, by their number. */
export class BeepListener {
  /** Machine time of the broadcast's first sample, µs. */
  from = Number.POSITIVE_INFINITY;
  readonly heard: number[] = [];
  #quiet = 0;

  /** Samples of which the first is heard at `atUs`, each next one `usPerSample` later. */
  hear(samples: Float32Array | readonly number[], atUs: number, usPerSample: number): void {
    samples.forEach((x, i) => {
      if (Math.abs(x) < LOUD) {
        this.#quiet++;
        return;
      }
      const us = atUs + i * usPerSample;
      if (this.#quiet > QUIET) this.heard[Math.round((us - this.from) / BEEP_US)] ??= us;
      this.#quiet = 0;
    });
  }
}

/**
 * Distance in time between terminals, µs: the median over those beeps that all of them have played whole. (On a busy
 * machine a simulated card may be starved for a moment.)
 */
export function spread(
  listeners: readonly BeepListener[],
  count: number,
): { beeps: number; medianUs: number } {
  const spreads = Array.from({ length: count }, (_, k) =>
    listeners.map(({ heard }) => heard[k] ?? Number.NaN),
  )
    .map((times) => Math.max(...times) - Math.min(...times))
    .filter((apart) => !Number.isNaN(apart))
    .sort((a, b) => a - b);
  return { beeps: spreads.length, medianUs: spreads[spreads.length >> 1] ?? Number.POSITIVE_INFINITY };
}
