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
  /** Closes a tab; returns the shown neighbour to go to if it was the current one. */
  close(path: string, isShown?: (tab: Tab) => boolean): Tab | null;
}

/** Key in the session storage: the tabs of one account, whose addresses are no business of another. */
const keyOf = (account: number) => `tabs.${account}`;

function isTab(value: unknown): value is Tab {
  const tab = value as Partial<Tab> | null;
  return typeof tab?.path === 'string' && typeof tab.search === 'string';
}

function stored(storage: Pick<Storage, 'getItem'>, key: string): Tab[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isTab) : [];
  } catch {
    return [];
  }
}

/**
 * Creates the open tabs of an account in this browser tab; they survive a reload. `home` comes first at the
 * start and can be closed; null: the account may not open it.
 */
export function createTabs(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  account: number,
  home: string | null,
): Tabs {
  const key = keyOf(account);
  const before = stored(storage, key);
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
    close(path, isShown = () => true) {
      const list = list$.value.filter((tab) => tab.path === path || isShown(tab));
      const at = list.findIndex((tab) => tab.path === path);
      if (at < 0) return null;
      put(list$.value.filter((tab) => tab.path !== path));
      return list[at + 1] ?? list[at - 1] ?? null;
    },
  };
}
