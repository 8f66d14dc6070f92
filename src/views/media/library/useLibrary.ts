import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { map, throttleTime } from 'rxjs';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { type BatchCall, useBatch } from '../../kit/action/useBatch.ts';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { allRows, type ListCall, useRows } from '../../kit/rows/useRows.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { readGroup } from '../../shared/media/libraryCounts.ts';
import { useMediaGroups } from '../../shared/media/useMediaGroups.ts';
import { useLivePage } from '../files/useLivePage.ts';
import { countLibrary, type LibraryCounts } from './libraryCounts.ts';
import type { LibraryItem, LibraryKind, LibraryLive } from './libraryKind.ts';

const countEveryMs = 250;
const nothing: LibraryCounts = countLibrary([], undefined, () => '');

/** State of one library: rows, groups, counts, selection and batches. */
export function useLibrary<Row extends LibraryItem, Live extends LibraryLive>(kind: LibraryKind<Row, Live>) {
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const queries = useQueryClient();
  const { entity, merge } = kind;
  const feed = kind.feed(streams);
  const rights = useEntityRights(entity);
  const calls = useMemo(() => crud(entity) as unknown as ListCall<Row> & BatchCall, [crud, entity]);
  const { criteria, change } = useCriteria({ sort: 'name' });
  const handle = useGridHandle<Row>();
  const { data } = useRows(entity.path, calls, criteria);
  const page = useMemo(() => ({ path: entity.path, feed, merge }), [entity, feed, merge]);
  const rows = useLivePage(page, data?.rows, handle);
  const groups = useMediaGroups(kind.groupFeed(streams));
  const chosen = readGroup(criteria.filters.group_id);
  const { stateOf } = kind;
  const counts$ = useMemo(
    () =>
      feed.rows$.pipe(
        throttleTime(countEveryMs, undefined, { leading: true, trailing: true }),
        map((live) => countLibrary(live, chosen, stateOf)),
      ),
    [feed, chosen, stateOf],
  );
  const counts = useObservable(counts$, nothing);
  const selection = useSelection();
  const batch = useBatch(calls, () => queries.invalidateQueries({ queryKey: ['rows', entity.path] }));
  return {
    rights,
    criteria,
    change,
    handle,
    rows,
    page: data,
    groups,
    chosen,
    counts,
    selection,
    ticked: (rows ?? []).filter((row) => selection.ids.has(row.id)),
    batch,
    move: (items: readonly Row[], group: number | null) =>
      batch.run(t('common.move'), 'move', items, { group_id: group }),
    /** Every row that passes the filters, live. */
    all: async () => (await allRows(calls, criteria)).map((row) => merge(row, feed.get(row.id))),
    /** Items of the selected group in their order. */
    inOrder: async () => {
      const filters = { group_id: chosen === null ? 'none' : String(chosen) };
      return allRows(calls, { page: 1, limit: 1000, sort: 'position', filters });
    },
  };
}
export type LibraryState<Row extends LibraryItem, Live extends LibraryLive> = ReturnType<
  typeof useLibrary<Row, Live>
>;
