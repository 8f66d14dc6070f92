/** The two calls that preferences need: `GET` and `PUT /v1/preference/:key`. */
export interface PreferenceCalls {
  get<T>(path: string): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
}

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

export function createPreferences(calls: PreferenceCalls): Preferences {
  const values = new Map<string, Promise<unknown>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const path = (key: string) => `/v1/preference/${encodeURIComponent(key)}`;
  return {
    read(key) {
      const known = values.get(key);
      if (known !== undefined) return known;
      // A layout that cannot be had is no reason to withhold the screen.
      const value = calls
        .get<{ value: unknown } | null>(path(key))
        .then((stored) => stored?.value ?? null)
        .catch(() => null);
      values.set(key, value);
      return value;
    },
    write(key, value) {
      values.set(key, Promise.resolve(value));
      clearTimeout(timers.get(key));
      timers.set(
        key,
        setTimeout(() => void calls.put(path(key), { value }).catch(() => undefined), settleMs),
      );
    },
    clear() {
      values.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
