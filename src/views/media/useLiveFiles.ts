import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { auditTime, Subject } from 'rxjs';
import type { FileLive, MediaFile } from '../../../contract/entities/file.ts';
import { useApp } from '../app/AppContext.tsx';
import type { GridHandle } from '../kit/grid/handle.ts';

/** A row of the library with what the live topic knows of its building. */
export type LibraryRow = MediaFile & { progress: number };

/** Changes that concern the page itself (who is in it, in which order) are fetched at most so often, ms. */
const fetchEveryMs = 400;

export function mergeLive(row: MediaFile, live: FileLive | undefined): LibraryRow {
  if (live === undefined || live.rev < row.rev) return { ...row, progress: 0 };
  const { build_status, build_error, progress, duration_ms, loudness } = live;
  return { ...row, build_status, build_error, progress, duration_ms, loudness };
}

/**
 * A page of the library kept true: building goes straight into the grid's rows; what else anybody changes makes the
 * page be fetched anew.
 */
export function useLiveFiles(
  page: readonly MediaFile[] | undefined,
  handle: GridHandle<LibraryRow>,
): readonly LibraryRow[] | undefined {
  const { streams } = useApp();
  const queries = useQueryClient();
  const rows = useMemo(() => page?.map((row) => mergeLive(row, streams.file.get(row.id))), [page, streams]);
  useEffect(() => {
    const refetch$ = new Subject<void>();
    const refetching = refetch$
      .pipe(auditTime(fetchEveryMs))
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', 'file'] }));
    const known = new Map<number, number>();
    const live = streams.file.changes$.subscribe((event) => {
      if (event.kind === 'denied') return;
      const set = event.kind === 'snapshot' ? event.rows : event.set;
      const shown = (id: number) => handle.api$.value?.getRowNode(String(id));
      // The first snapshot brings every file there is: only what is newer than the page counts.
      const isFirst = event.kind === 'snapshot' && known.size === 0;
      const isNews = ({ id, rev }: FileLive) =>
        isFirst ? (shown(id)?.data?.rev ?? rev) < rev : known.get(id) !== rev;
      const isChanged = (event.kind === 'delta' && event.gone.length > 0) || set.some(isNews);
      if (event.kind === 'snapshot') known.clear();
      else for (const id of event.gone) known.delete(id);
      for (const row of set) known.set(row.id, row.rev);
      for (const row of set) {
        const node = shown(row.id);
        if (node?.data !== undefined) node.updateData(mergeLive(node.data, row));
      }
      if (isChanged) refetch$.next();
    });
    return () => {
      live.unsubscribe();
      refetching.unsubscribe();
    };
  }, [streams, queries, handle]);
  return rows;
}
