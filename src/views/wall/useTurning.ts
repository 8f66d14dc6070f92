import { useEffect, useState } from 'react';
import { useAddress } from '../kit/useAddress.ts';
import { alarmPage, pageAfter } from './pageOrder.ts';
import type { Wall } from './wallModel.ts';

/** Time for which each page is shown, ms. */
const STAY_MS = 15_000;

export interface Turning {
  /** Index of the current page. */
  page: number;
  /** Held by a person or the address. */
  isHeld: boolean;
  show(page: number): void;
  hold(held: boolean): void;
}

/**
 * Turns the pages of a wall, until somebody chooses one; that stays, and is stored in the address (`zone`,
 * `part`), so that each of several walls can show its own site. An alarm turns to its first page, and then
 * among those on which it sounds.
 */
export function useTurning(wall: Wall | null): Turning {
  const [search, setSearch] = useAddress();
  const [turned, setTurned] = useState(0);
  const query = new URLSearchParams(search);
  const zone = Number(query.get('zone') ?? 0);
  const part = Number(query.get('part') ?? 1);
  const pages = wall?.pages ?? [];
  const kept = zone === 0 ? -1 : pages.findIndex((one) => one.site.id === zone && one.part === part);
  const isHeld = kept >= 0;
  const alarm = wall === null ? null : alarmPage(wall);
  const page = isHeld ? kept : Math.min(turned, Math.max(0, pages.length - 1));

  useEffect(() => {
    if (alarm !== null) setTurned(alarm);
  }, [alarm]);
  const next = wall === null ? page : pageAfter(wall, page);
  useEffect(() => {
    if (isHeld || next === page) return;
    const timer = setTimeout(() => setTurned(next), STAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld, page, next]);

  const keep = (one: number | null) =>
    setSearch((old) => {
      const to = one === null ? undefined : pages[one];
      for (const name of ['zone', 'part']) old.delete(name);
      if (to !== undefined) old.set('zone', String(to.site.id));
      if (to !== undefined && to.part > 1) old.set('part', String(to.part));
      return old;
    });
  return {
    page,
    isHeld,
    show: keep,
    hold: (held) => {
      setTurned(page);
      keep(held ? page : null);
    },
  };
}
