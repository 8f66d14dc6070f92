import { useMemo } from 'react';
import { map, throttleTime } from 'rxjs';
import type { Collection } from '../../../streams/collection.ts';
import { useObservable } from '../../app/useObservable.ts';
import { compareTexts } from '../grid/columns.ts';

/** Update interval, ms: people read the rows, so twice a second is enough. */
const everyMs = 500;

/** All rows of a small feed by name, live; undefined before the first snapshot. */
export function useNamedRows<Row extends { id: number; name: string }>(
  feed: Collection<Row>,
): readonly Row[] | undefined {
  const rows$ = useMemo(
    () =>
      feed.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        map((rows) => rows.toSorted((a, b) => compareTexts(a.name, b.name) || a.id - b.id)),
      ),
    [feed],
  );
  return useObservable<readonly Row[] | undefined>(rows$, undefined);
}
