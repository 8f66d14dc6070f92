/** Amplitude in dBFS; silence has a lowest value. */
export const dbOf = (amplitude: number): number => 20 * Math.log10(Math.max(amplitude, 1e-6));

/** Computes level and peak of samples, dBFS. */
export function levelOf(samples: Float32Array): { level: number; peak: number } {
  let sum = 0;
  let peak = 0;
  for (const x of samples) {
    sum += x * x;
    peak = Math.max(peak, Math.abs(x));
  }
  return { level: dbOf(Math.sqrt(sum / samples.length)), peak: dbOf(peak) };
}
