/** Difference of the clocks of two machines from which it is marked, ms. */
export const CLOCK_MS = 2_000;
