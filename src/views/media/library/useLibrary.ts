import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { map, throttleTime } from 'rxjs';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { type BatchCall, useBatch } from '../../kit/action/useBatch.ts';
import { usePagedList } from '../../kit/list/usePagedList.ts';
import { allRows, type ListCall } from '../../kit/rows/useRows.ts';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { readGroup, writeGroup } from '../../shared/media/libraryCounts.ts';
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
  const { entity, merge } = kind;
  const feed = kind.feed(streams);
  const rights = useEntityRights(entity);
  const calls = useMemo(() => crud(entity) as unknown as ListCall<Row> & BatchCall, [crud, entity]);
  const look = useCallback((row: Row) => merge(row, feed.get(row.id)), [feed, merge]);
  const list = usePagedList<Row>(entity.path, { sort: 'name', look });
  useLivePage({ path: entity.path, feed, merge }, list.handle);
  const groups = useMediaGroups(kind.groupFeed(streams));
  const chosen = readGroup(list.filters.group_id);
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
  const batch = useBatch(calls, list.refresh);
  return {
    list,
    rights,
    groups,
    chosen,
    counts,
    batch,
    move: (items: readonly Row[], group: number | null) =>
      batch.run(t('common.move'), 'move', items, { group_id: group }),
    join: (items: readonly Row[], group: number) =>
      batch.run(t('file.joinTo'), 'join', items, { group_id: group }),
    leave: (items: readonly Row[], group: number) =>
      batch.run(t('file.leave'), 'leave', items, { group_id: group }),
    /** Items of a group in their order; null: those without a group. */
    inOrder: async (group: number | null) => {
      const filters = { group_id: writeGroup(group) };
      return allRows(calls, { page: 1, limit: 1000, sort: 'position', filters });
    },
  };
}
export type LibraryState<Row extends LibraryItem, Live extends LibraryLive> = ReturnType<
  typeof useLibrary<Row, Live>
>;
