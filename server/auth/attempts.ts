import { AppError, errorCode } from '../../contract/errors.ts';

interface Window {
  failures: number;
  /** Epoch ms at which the count starts anew. */
  until: number;
}

/** Failures allowed per window; a blocked login waits for the rest of it. */
const limits = { pair: 5, account: 30, address: 30 };
const WINDOW_MS = 5 * 60_000;
const MAX_KEYS = 50_000;

/**
 * Login attempts, limited per account at one address, per account, and per address. The pair is the strict one:
 * guessing from elsewhere does not easily lock the owner out. In memory: a restart forgives.
 */
export function createAttempts(now: () => number = Date.now) {
  const windows = new Map<string, Window>();

  const keys = (account: string, address: string) =>
    [
      [`p:${account}:${address}`, limits.pair],
      [`a:${account}`, limits.account],
      [`i:${address}`, limits.address],
    ] as const;

  function current(key: string): Window | undefined {
    const window = windows.get(key);
    if (window === undefined || window.until > now()) return window;
    windows.delete(key);
    return undefined;
  }

  return {
    /** @throws AppError 429 with `retryAfter` in seconds while the account or the address is blocked. */
    check(account: string, address: string): void {
      for (const [key, limit] of keys(account, address)) {
        const window = current(key);
        if (window === undefined || window.failures < limit) continue;
        const seconds = Math.ceil((window.until - now()) / 1000);
        throw new AppError(errorCode.tooMany, 'auth.tooManyAttempts', { seconds }, { retryAfter: seconds });
      }
    },
    failed(account: string, address: string): void {
      for (const [key] of keys(account, address)) {
        const window = current(key) ?? { failures: 0, until: now() + WINDOW_MS };
        window.failures += 1;
        windows.set(key, window);
      }
      for (const key of windows.keys()) {
        if (windows.size <= MAX_KEYS) break;
        windows.delete(key);
      }
    },
    succeeded(account: string, address: string): void {
      windows.delete(`p:${account}:${address}`);
    },
  };
}
