/** Observation that contradicts the sentence of a case; its message says what was seen. */
export class Failure extends Error {}

/** @throws Failure with `seen` unless `condition` holds */
export function check(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Failure(seen);
}

/** Text of a time in µs as milliseconds. */
export const msText = (us: number): string => `${(us / 1e3).toFixed(1)} ms`;
