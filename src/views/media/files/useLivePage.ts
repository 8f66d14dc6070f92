import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { auditTime, Subject } from 'rxjs';
import type { Collection } from '../../../streams/collection.ts';
import type { GridHandle } from '../../kit/grid/handle.ts';

/** Shortest interval of fetching the page after changes of its rows or their order, ms. */
const fetchEveryMs = 400;

/** Connects the rows of a paged list with a live topic of the same entities. */
export interface LivePage<Stored, Live, Row> {
  /** Path of the entity: key of the list in the query cache. */
  path: string;
  feed: Collection<Live & { id: number; rev: number }>;
  /** Merges a row with its live fields; a module-level function, so that its identity is constant. */
  merge: (row: Stored, live: Live | undefined) => Row;
}

/**
 * Keeps a page of a library up to date: live fields go straight into the rows of its grid; other changes fetch
 * the page again.
 */
export function useLivePage<
  Stored extends { id: number; rev: number },
  Live extends { id: number; rev: number },
  Row extends Stored & { id: number },
>({ path, feed, merge }: LivePage<Stored, Live, Row>, handle: GridHandle<Row>): void {
  const queries = useQueryClient();
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
      // The first snapshot holds every row: only those newer than the page count.
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
}
