import type { KeyValue } from './sessionStore.ts';

/** Session storage keys: where to go (spec 3), and that a reload for a lost page chunk was made. */
export const ROUTE_PATH = 'route_path';
export const ROUTE_RELOADED = 'route_reloaded';

export interface RouteMemory {
  /** Remembers where somebody wanted to go. */
  remember(path: string): void;
  /** The remembered path, which is forgotten with it. */
  take(): string | null;
  /**
   * A page chunk could not be loaded (spec 2): remembers the target and reloads, once. False when that was tried
   * already.
   */
  recover(path: string): boolean;
  /** A page was shown: the next lost chunk may reload again. */
  arrived(): void;
}

export function createRouteMemory(storage: KeyValue, reload: () => void): RouteMemory {
  return {
    remember: (path) => storage.setItem(ROUTE_PATH, path),
    take() {
      const path = storage.getItem(ROUTE_PATH);
      storage.removeItem(ROUTE_PATH);
      return path;
    },
    recover(path) {
      if (storage.getItem(ROUTE_RELOADED) !== null) return false;
      storage.setItem(ROUTE_RELOADED, '1');
      storage.setItem(ROUTE_PATH, path);
      reload();
      return true;
    },
    arrived: () => storage.removeItem(ROUTE_RELOADED),
  };
}
