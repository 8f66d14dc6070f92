import { useMemo } from 'react';
import { auditTime, distinctUntilChanged, map, merge, type Observable, take } from 'rxjs';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { OtherKind } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import type { ListState } from '../../kit/list/useListState.ts';
import { subtree, type Zone } from '../../kit/tree/zones.ts';
import { baseFilter } from '../../shared/terminals/deviceFilter.ts';
import { countByCounter, type KindCounter, withCounter } from '../../shared/terminals/kindFilter.ts';

/** Update interval of the counters, ms. */
const everyMs = 250;

/**
 * Criteria of a kind's grid from the address, the filters from them, and the counts of the rows that pass.
 */
export function useKindView(
  kind: OtherKind,
  zones: readonly Zone[] | undefined,
  { criteria }: Pick<ListState<unknown>, 'criteria'>,
) {
  const { streams } = useApp();
  const { org, group, state } = criteria.filters;
  const { q } = criteria;
  const orgId = org === undefined ? undefined : Number(org);
  // Live counts update the zones twice a second; the zones below the selected one seldom change.
  const zoneIds = orgId === undefined || zones === undefined ? undefined : [...subtree(zones, orgId)].join();
  const base = useMemo(() => {
    const within = zoneIds === undefined ? undefined : new Set(zoneIds.split(',').map(Number));
    return baseFilter({ q, group }, within);
  }, [q, group, zoneIds]);
  const filter = useMemo(() => withCounter(base, state), [base, state]);
  const counts$ = useMemo(() => {
    const rows$: Observable<TerminalLive[]> = streams.terminals[kind].rows$;
    return merge(rows$.pipe(take(1)), rows$.pipe(auditTime(everyMs))).pipe(
      map((rows) => countByCounter(rows, base)),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    );
  }, [streams, kind, base]);
  const counts = useObservable<Record<KindCounter, number> | undefined>(counts$, undefined);
  return {
    q,
    org: orgId,
    group,
    state,
    filter,
    counts,
  };
}
export type KindView = ReturnType<typeof useKindView>;
