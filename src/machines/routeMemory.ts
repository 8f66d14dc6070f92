import type { KeyValue } from './sessionStore.ts';

/** Session storage keys: the path to go to, and the mark of a reload for a lost page chunk. */
export const ROUTE_PATH = 'route_path';
export const ROUTE_RELOADED = 'route_reloaded';

export interface RouteMemory {
  /** Stores the path that the user wanted to open. */
  remember(path: string): void;
  /** Returns the stored path and removes it. */
  take(): string | null;
  /**
   * Handles a page chunk that could not be loaded: stores the target and reloads the page once. Returns false
   * when that was tried already.
   */
  recover(path: string): boolean;
  /** Marks a page as shown: the next lost chunk may reload again. */
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
