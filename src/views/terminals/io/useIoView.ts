import { useMemo } from 'react';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { useApp } from '../../app/AppContext.tsx';
import { searchWord } from '../../kit/list/useListState.ts';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import type { Criteria } from '../../kit/rows/criteria.ts';
import { subtree, type Zone } from '../../kit/tree/zones.ts';
import { ioState } from '../../shared/io/ioView.ts';

/** Width from which the last changes are shown beside the grid, px. */
const wide = 1600;

/** Texts of a line that the search looks through. */
function wordsOf(row: IoLive): string {
  const owners = row.owners.map((one) => one.name);
  return [row.name, row.terminal_name, row.terminal_code, row.changed_by, ...owners, ...row.used_by]
    .join('\n')
    .toLocaleLowerCase();
}

/** Criteria of the lines from the address, the filters from them, and the lines that pass. */
export function useIoView(criteria: Criteria, zones: readonly Zone[] | undefined) {
  const { streams } = useApp();
  const { org, terminal, direction, state, log } = criteria.filters;
  const word = searchWord(criteria.q);
  const orgId = org === undefined ? undefined : Number(org);
  // Live counts update the zones twice a second; the zones below the selected one seldom change.
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
  const rows = useRowsNow(streams.io);
  return {
    org: orgId,
    terminal,
    direction,
    state,
    isLogShown: log === 'on' || (log !== 'off' && window.innerWidth >= wide),
    filter,
    rows,
    shown: useMemo(() => rows.filter(base), [rows, base]),
  };
}
