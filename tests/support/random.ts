/** Seed of `npm test`, which tries the same cases on every machine. */
const FIXED_SEED = 20_261_123;

/**
 * Number of runs and seed of a random test: few runs in `npm test`, always the same ones; `LONG_RUNS` other ones in
 * `npm run long`, with a seed that a failure prints and `LONG_SEED` repeats.
 */
export function randomRuns(few: number): { numRuns: number; seed?: number } {
  const { LONG_RUNS, LONG_SEED } = process.env;
  const numRuns = LONG_RUNS === undefined ? few : Number(LONG_RUNS);
  if (LONG_SEED !== undefined) return { numRuns, seed: Number(LONG_SEED) };
  return LONG_RUNS === undefined ? { numRuns, seed: FIXED_SEED } : { numRuns };
}

/** True in `npm run long`, which tests everything that `npm test` samples. */
export const isLong = process.env.LONG_RUNS !== undefined;

/** Every `n`-th case of a long table, from `first` on; in `npm run long` all of them. */
export const everyNth = <T>(cases: readonly T[], n: number, first = 0): readonly T[] =>
  isLong ? cases : cases.filter((_, i) => i % n === first);

/** Pseudo-random numbers from 0 to 1: always the same ones in `npm test`, others with each `LONG_SEED`. */
export function seeded(): () => number {
  let state = Number(process.env.LONG_SEED ?? FIXED_SEED);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Random numbers in [0, 1) that are the same at every run (mulberry32). */
export function random(seed: number): () => number {
  let s = seed | 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
