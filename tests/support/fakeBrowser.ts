import type { Cookies, KeyValue } from '../../src/machines/sessionStore.ts';

/** Storage in memory. */
export function fakeStorage(
  initial: Record<string, string> = {},
): KeyValue & { data: Record<string, string> } {
  const data = { ...initial };
  return {
    data,
    getItem: (key) => data[key] ?? null,
    setItem(key, value) {
      data[key] = value;
    },
    removeItem(key) {
      delete data[key];
    },
  };
}

/** Cookies in memory: the last value of each name, with all written texts and attributes in `written`. */
export function fakeCookies(initial = ''): Cookies & { written: string[] } {
  let text = initial;
  const written: string[] = [];
  return {
    written,
    read: () => text,
    write(cookie) {
      written.push(cookie);
      text = cookie.split(';')[0] ?? '';
    },
  };
}

/** Promise that a test settles. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Lets settled promises continue. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
