import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { auditTime, filter, map, startWith } from 'rxjs';
import { fileEntity, type MediaFile } from '../../../../contract/entities/sound/file.ts';
import { placeOf } from '../../../../contract/entities/sound/library.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { allRows } from '../../kit/rows/useRows.ts';

/** Shortest interval of fetching changes made by others, ms. */
const fetchEveryMs = 400;

/** Files of a group in its order, live; undefined while loading. */
export function useGroupFiles(group: number): readonly MediaFile[] | undefined {
  const { crud, streams } = useApp();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['rows', 'file', 'group', group],
    queryFn: () =>
      allRows<MediaFile>(crud(fileEntity), {
        page: 1,
        limit: 1000,
        sort: 'position',
        filters: { group_id: String(group) },
      }),
  });
  useEffect(() => {
    const changed = streams.file.changes$
      .pipe(
        filter((event) => event.kind === 'delta'),
        auditTime(fetchEveryMs),
      )
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', 'file', 'group'] }));
    return () => changed.unsubscribe();
  }, [streams, queries]);
  const sorted$ = useMemo(
    () =>
      streams.file.changes$.pipe(
        startWith(null),
        map(() => {
          const place = (file: MediaFile) => {
            const live = streams.file.get(file.id);
            return live === undefined ? file.position : placeOf(live, group);
          };
          return data && [...data].sort((a, b) => place(a) - place(b) || a.id - b.id);
        }),
      ),
    [streams, data, group],
  );
  return useObservable(sorted$, data);
}
