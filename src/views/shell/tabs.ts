import { BehaviorSubject } from 'rxjs';

/** An open screen and its last address, which holds its filters. */
export interface Tab {
  path: string;
  search: string;
}

export interface Tabs {
  list$: BehaviorSubject<readonly Tab[]>;
  /** Opens the tab of a screen, or stores its address. */
  visit(path: string, search: string): void;
  /** Closes a tab; returns the neighbour to show if it was the current one. */
  close(path: string): Tab | null;
  clear(): void;
}

const key = 'tabs';

function isTab(value: unknown): value is Tab {
  const tab = value as Partial<Tab> | null;
  return typeof tab?.path === 'string' && typeof tab.search === 'string';
}

function stored(storage: Pick<Storage, 'getItem'>): Tab[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isTab) : [];
  } catch {
    return [];
  }
}

/**
 * Creates the open tabs of this browser tab; they survive a reload. `home` comes first at the start and can
 * be closed.
 */
export function createTabs(storage: Pick<Storage, 'getItem' | 'setItem'>, home: string | null): Tabs {
  const before = stored(storage);
  const first = before.length > 0 || home === null ? before : [{ path: home, search: '' }];
  const list$ = new BehaviorSubject<readonly Tab[]>(first);
  const put = (list: readonly Tab[]) => {
    storage.setItem(key, JSON.stringify(list));
    list$.next(list);
  };
  return {
    list$,
    visit(path, search) {
      const list = list$.value;
      const known = list.find((tab) => tab.path === path);
      if (known === undefined) put([...list, { path, search }]);
      else if (known.search !== search) put(list.map((tab) => (tab.path === path ? { path, search } : tab)));
    },
    close(path) {
      const list = list$.value;
      const at = list.findIndex((tab) => tab.path === path);
      if (at < 0) return null;
      put(list.filter((tab) => tab.path !== path));
      return list[at + 1] ?? list[at - 1] ?? null;
    },
    clear: () => put([]),
  };
}
