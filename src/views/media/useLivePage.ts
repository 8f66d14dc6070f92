import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { auditTime, Subject } from 'rxjs';
import type { Collection } from '../../streams/collection.ts';
import type { GridHandle } from '../kit/grid/handle.ts';

/** Changes that concern the page itself (who is in it, in which order) are fetched at most so often, ms. */
const fetchEveryMs = 400;

/** How the rows of a paged list are kept true by a live topic of the same things. */
export interface LivePage<Stored, Live, Row> {
  /** The entity's path: the list in the query cache. */
  path: string;
  feed: Collection<Live & { id: number; rev: number }>;
  /** A row with what the topic knows of it; a module's function, so that it stays the same. */
  merge: (row: Stored, live: Live | undefined) => Row;
}

/**
 * A page of a library kept true: what its things are doing goes straight into the grid's rows; what else anybody changes
 * makes the page be fetched anew.
 */
export function useLivePage<
  Stored extends { id: number; rev: number },
  Live extends { id: number; rev: number },
  Row extends Stored & { id: number },
>(
  { path, feed, merge }: LivePage<Stored, Live, Row>,
  page: readonly Stored[] | undefined,
  handle: GridHandle<Row>,
): readonly Row[] | undefined {
  const queries = useQueryClient();
  const rows = useMemo(() => page?.map((row) => merge(row, feed.get(row.id))), [page, feed, merge]);
  useEffect(() => {
    const refetch$ = new Subject<void>();
    const refetching = refetch$
      .pipe(auditTime(fetchEveryMs))
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', path] }));
    const known = new Map<number, number>();
    const live = feed.changes$.subscribe((event) => {
      if (event.kind === 'denied') return;
      const set = event.kind === 'snapshot' ? event.rows : event.set;
      const shown = (id: number) => handle.api$.value?.getRowNode(String(id));
      // The first snapshot brings everything there is: only what is newer than the page counts.
      const isFirst = event.kind === 'snapshot' && known.size === 0;
      const isNews = ({ id, rev }: { id: number; rev: number }) =>
        isFirst ? (shown(id)?.data?.rev ?? rev) < rev : known.get(id) !== rev;
      const isChanged = (event.kind === 'delta' && event.gone.length > 0) || set.some(isNews);
      if (event.kind === 'snapshot') known.clear();
      else for (const id of event.gone) known.delete(id);
      for (const row of set) known.set(row.id, row.rev);
      for (const row of set) {
        const node = shown(row.id);
        if (node?.data !== undefined) node.updateData(merge(node.data, row));
      }
      if (isChanged) refetch$.next();
    });
    return () => {
      live.unsubscribe();
      refetching.unsubscribe();
    };
  }, [path, feed, merge, queries, handle]);
  return rows;
}
