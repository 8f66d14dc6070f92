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

/** Who tries, and from where. */
export interface Attempt {
  /** In small letters; prefixed where it is no account of the console. */
  account: string;
  address: string;
  /** The account has logged in from this address before: strangers elsewhere do not lock it out. */
  isKnown?: boolean;
}

export interface Attempts {
  /** @throws AppError 429 with `retryAfter` in seconds while the account or the address is blocked. */
  check(attempt: Attempt): void;
  /**
   * Counts an attempt as failed before it is judged, so that many at once are not all judged, and takes that back where it
   * was right, or could not be judged.
   * @param judge null: wrong
   * @throws AppError 429 as `check`, and whatever `judge` throws
   */
  judged<T>(attempt: Attempt, judge: () => Promise<T | null>): Promise<T | null>;
}

/**
 * Login attempts, limited per account at one address, per account, and per address. The pair is the strict one:
 * guessing from elsewhere does not easily lock the owner out. In memory: a restart forgives.
 */
export function createAttempts(now: () => number = Date.now): Attempts {
  const windows = new Map<string, Window>();

  const keys = ({ account, address, isKnown = false }: Attempt) => {
    const own = [
      [`p:${account}:${address}`, limits.pair],
      [`i:${address}`, limits.address],
    ] as const;
    return isKnown ? own : [...own, [`a:${account}`, limits.account] as const];
  };

  function current(key: string): Window | undefined {
    const window = windows.get(key);
    if (window === undefined || window.until > now()) return window;
    windows.delete(key);
    return undefined;
  }

  function check(attempt: Attempt): void {
    for (const [key, limit] of keys(attempt)) {
      const window = current(key);
      if (window === undefined || window.failures < limit) continue;
      const seconds = Math.ceil((window.until - now()) / 1000);
      throw new AppError(errorCode.tooMany, 'auth.tooManyAttempts', { seconds }, { retryAfter: seconds });
    }
  }

  /** Counts a failure. @returns what takes it back */
  function reserve(attempt: Attempt): () => void {
    check(attempt);
    const counted = keys(attempt).map(([key]) => {
      const window = current(key) ?? { failures: 0, until: now() + WINDOW_MS };
      window.failures += 1;
      windows.set(key, window);
      return window;
    });
    for (const key of windows.keys()) {
      if (windows.size <= MAX_KEYS) break;
      windows.delete(key);
    }
    return () => {
      for (const window of counted) window.failures -= 1;
    };
  }

  return {
    check,
    async judged(attempt, judge) {
      const takeBack = reserve(attempt);
      try {
        const right = await judge();
        if (right === null) return null;
        takeBack();
        windows.delete(`p:${attempt.account}:${attempt.address}`);
        return right;
      } catch (error) {
        takeBack();
        throw error;
      }
    },
  };
}
