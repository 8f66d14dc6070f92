import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Renders once a second and returns `Date.now()` in whole seconds; all callers share one timer. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 1000));
}
