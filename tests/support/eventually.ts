import { vi } from 'vitest';

/** Longest wait for something that is going to be, ms: a busy machine needs its time, and what comes costs none of it. */
export const PATIENCE_MS = 60_000;

/** Tries a check until it passes; its value. What it last failed with is thrown. `vi.waitFor` alone gives up after a second. */
export const eventually = <T>(check: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval });
