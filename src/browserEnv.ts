import { filter, fromEvent, merge } from 'rxjs';
import { otherTabs } from './api/giveWay.ts';
import type { AppEnv } from './app.ts';

/** Creates the environment of the console from a browser window. */
export function browserEnv(page: Window & typeof globalThis): AppEnv {
  const { document, location, history, navigator } = page;
  return {
    location,
    history,
    cookies: {
      read: () => document.cookie,
      write: (cookie) => {
        document.cookie = cookie;
      },
    },
    sessionStorage: page.sessionStorage,
    localStorage: page.localStorage,
    languages: navigator.languages,
    // Only if the server answers: without it the page would be gone, with its alarms and controls.
    reload: () => {
      page.fetch('/healthz', { cache: 'no-store' }).then(
        () => location.reload(),
        () => {},
      );
    },
    now: () => page.performance.now(),
    isOnline: () => navigator.onLine,
    tabs: otherTabs(),
    // Seen on their way down, whatever becomes of them.
    inputs$: merge(
      ...['pointerdown', 'keydown', 'wheel'].map((name) =>
        fromEvent(page, name, { capture: true, passive: true }),
      ),
    ),
    wake$: merge(
      fromEvent(page, 'online'),
      fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'visible')),
    ),
  };
}
