/**
 * How often a random test runs, and from which seed: few times in `npm test`, `LONG_RUNS` times in
 * `npm run long`. A failure prints its seed; `LONG_SEED` brings it back.
 */
export function randomRuns(few: number): { numRuns: number; seed?: number } {
  const { LONG_RUNS, LONG_SEED } = process.env;
  const numRuns = LONG_RUNS === undefined ? few : Number(LONG_RUNS);
  return LONG_SEED === undefined ? { numRuns } : { numRuns, seed: Number(LONG_SEED) };
}

/** True in `npm run long`, where a test tries everything of which `npm test` takes a sample. */
export const isLong = process.env.LONG_RUNS !== undefined;
