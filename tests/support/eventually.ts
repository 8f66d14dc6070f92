import { vi } from 'vitest';

/** Longest wait for a condition, ms: long enough for a busy machine. */
export const TIMEOUT_MS = 60_000;

/**
 * Repeats a check until it passes; returns its value, or throws its last error. `vi.waitFor` alone gives up
 * after a second.
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(check, { timeout: TIMEOUT_MS, interval });
