import { vi } from 'vitest';

/** Longest wait for a condition, ms: long enough for a busy machine. */
export const TIMEOUT_MS = 60_000;

/**
 * Repeats a check until it passes, every 50 ms; returns its value, or throws its last error. `vi.waitFor` alone
 * gives up after a second, and takes `false` for an answer, so that a wait for a condition would not wait at all:
 * here a check that returns `false` has not passed.
 */
export const eventually = <T>(
  check: () => T | Promise<T>,
  { timeout = TIMEOUT_MS, interval = 50 }: { timeout?: number; interval?: number } = {},
): Promise<Exclude<T, false>> =>
  vi.waitFor(
    async () => {
      const value = await check();
      if (value === false) throw new Error(`still false: ${check}`);
      return value as Exclude<T, false>;
    },
    { timeout, interval },
  );
