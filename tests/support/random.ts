/**
 * Number of runs and seed of a random test: few runs in `npm test`, `LONG_RUNS` runs in `npm run long`. A
 * failure prints its seed; `LONG_SEED` repeats it.
 */
export function randomRuns(few: number): { numRuns: number; seed?: number } {
  const { LONG_RUNS, LONG_SEED } = process.env;
  const numRuns = LONG_RUNS === undefined ? few : Number(LONG_RUNS);
  return LONG_SEED === undefined ? { numRuns } : { numRuns, seed: Number(LONG_SEED) };
}

/** True in `npm run long`, which tests everything that `npm test` samples. */
export const isLong = process.env.LONG_RUNS !== undefined;
