import type { Api } from '../../../api/client.ts';

/** Preferences of an account (column layouts), stored on the server and read once per login. */
export interface Preferences {
  /** Reads the stored value; null when there is none, or the server does not answer within 3 s. */
  read(key: string): Promise<unknown>;
  /** Stores a value after a delay: dragging a column edge is one change, not fifty. */
  write(key: string, value: unknown): void;
  /** Drops cached values: another account has logged in. */
  clear(): void;
}

const debounceMs = 500;
/** Time that a screen waits for its layout; a later one is used when the screen is opened again. */
const timeoutMs = 3_000;

export function createPreferences(api: Pick<Api, 'get' | 'put'>): Preferences {
  const values = new Map<string, Promise<unknown>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Last request of each key: a later one waits for it, or the earlier could arrive last and win. */
  const writes = new Map<string, Promise<unknown>>();
  const path = (key: string) => `/v1/preference/${encodeURIComponent(key)}`;
  return {
    read(key) {
      const known = values.get(key);
      if (known !== undefined) return known;
      // A layout that cannot be read must not block the screen, as while the database hangs.
      const stored = api.get<unknown>(path(key), undefined, { quiet: true }).catch(() => null);
      const value = Promise.race([
        stored,
        new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null)),
      ]);
      values.set(key, value);
      void stored.then(() => values.get(key) === value && values.set(key, stored));
      return value;
    },
    write(key, value) {
      values.set(key, Promise.resolve(value));
      clearTimeout(timers.get(key));
      timers.set(
        key,
        setTimeout(() => {
          const put = () => api.put(path(key), { value }, { quiet: true }).catch(() => undefined);
          writes.set(key, (writes.get(key) ?? Promise.resolve()).then(put));
        }, debounceMs),
      );
    },
    clear() {
      values.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
