import { useMemo } from 'react';
import { type Observable, throttleTime } from 'rxjs';
import { useObservable } from '../../app/useObservable.ts';

/** Shortest interval between updates of counters and menus, ms. */
const everyMs = 250;
const none: never[] = [];

/** Throttles a stream to four values a second, with the first and the last of a burst. */
export const throttled = <T>() => throttleTime<T>(everyMs, undefined, { leading: true, trailing: true });

/** Returns the rows of a small live collection as state, for counters and menus; not for a grid. */
export function useRowsNow<Row>(rows: { rows$: Observable<Row[]> }): readonly Row[] {
  const calm$ = useMemo(() => rows.rows$.pipe(throttled()), [rows]);
  return useObservable<Row[]>(calm$, none);
}
