import type { Api } from '../../api/client.ts';

/** What an account has arranged for itself (column layouts), kept on the server, read once per login. */
export interface Preferences {
  /** The stored value, or null when there is none or the server cannot say. */
  read(key: string): Promise<unknown>;
  /** Stored a little later: dragging a column edge is one change, not fifty. */
  write(key: string, value: unknown): void;
  /** Forgets what was read: another account has logged in. */
  clear(): void;
}

const settleMs = 500;

export function createPreferences(api: Pick<Api, 'get' | 'put'>): Preferences {
  const values = new Map<string, Promise<unknown>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const path = (key: string) => `/v1/preference/${encodeURIComponent(key)}`;
  return {
    read(key) {
      const known = values.get(key);
      if (known !== undefined) return known;
      // A layout that cannot be had is no reason to withhold the screen.
      const value = api.get<unknown>(path(key), undefined, { quiet: true }).catch(() => null);
      values.set(key, value);
      return value;
    },
    write(key, value) {
      values.set(key, Promise.resolve(value));
      clearTimeout(timers.get(key));
      timers.set(
        key,
        setTimeout(
          () => void api.put(path(key), { value }, { quiet: true }).catch(() => undefined),
          settleMs,
        ),
      );
    },
    clear() {
      values.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
