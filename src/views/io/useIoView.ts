import { useMemo } from 'react';
import { auditTime, merge, take } from 'rxjs';
import type { IoLive } from '../../../contract/entities/io.ts';
import { useApp } from '../app/AppContext.tsx';
import { subtree, type Zone } from '../kit/tree/zones.ts';
import { useCriteria } from '../kit/useCriteria.ts';
import { useObservable } from '../kit/useObservable.ts';
import { ioState } from './ioView.ts';

/** People read counters: four times a second is live. */
const everyMs = 250;
/** From here on the last changes stand beside the grid by themselves, px. */
const wide = 1600;
const noRows: IoLive[] = [];

/** Words of a line that the search looks through. */
function wordsOf(row: IoLive): string {
  const owners = row.owners.map((one) => one.name);
  return [row.name, row.terminal_name, row.terminal_code, row.changed_by, ...owners, ...row.used_by]
    .join('\n')
    .toLocaleLowerCase();
}

/** What the address says of the lines, the filters that follow from it, and the lines that they let through. */
export function useIoView(zones: readonly Zone[] | undefined) {
  const { streams } = useApp();
  const { criteria, change } = useCriteria({ sort: 'state' });
  const { org, terminal, direction, state, id, log } = criteria.filters;
  const word = (criteria.q ?? '').trim().toLocaleLowerCase();
  const orgId = org === undefined ? undefined : Number(org);
  // Live counts give new zones twice a second; which lie in the chosen one seldom changes.
  const zoneIds = orgId === undefined || zones === undefined ? undefined : [...subtree(zones, orgId)].join();
  const base = useMemo(() => {
    const within = zoneIds === undefined ? undefined : new Set(zoneIds.split(',').map(Number));
    return (row: IoLive) =>
      (within === undefined || (row.org !== null && within.has(row.org))) &&
      (!terminal || String(row.terminal_id) === terminal) &&
      (!direction || row.direction === direction) &&
      (word === '' || wordsOf(row).includes(word));
  }, [zoneIds, terminal, direction, word]);
  const filter = useMemo(
    () => (row: IoLive) => base(row) && (!state || ioState(row) === state),
    [base, state],
  );
  const rows$ = useMemo(
    () => merge(streams.io.rows$.pipe(take(1)), streams.io.rows$.pipe(auditTime(everyMs))),
    [streams],
  );
  const rows = useObservable(rows$, noRows);
  return {
    criteria,
    change,
    org: orgId,
    terminal,
    direction,
    state,
    /** The line whose panel is open. */
    opened: id === undefined ? undefined : Number(id),
    isLogShown: log === 'on' || (log !== 'off' && window.innerWidth >= wide),
    filter,
    rows,
    shown: useMemo(() => rows.filter(base), [rows, base]),
  };
}
