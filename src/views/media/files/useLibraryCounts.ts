import { useMemo } from 'react';
import { map, throttleTime } from 'rxjs';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { countFiles, type LibraryCounts } from '../../shared/media/libraryCounts.ts';

const everyMs = 250;
const nothing: LibraryCounts = countFiles([], undefined);

/** Counts of files, live. */
export function useLibraryCounts(group: number | null | undefined): LibraryCounts {
  const { streams } = useApp();
  const counts$ = useMemo(
    () =>
      streams.file.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        map((rows) => countFiles(rows, group)),
      ),
    [streams, group],
  );
  return useObservable(counts$, nothing);
}
