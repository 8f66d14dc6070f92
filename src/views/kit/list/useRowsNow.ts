import { useMemo } from 'react';
import { type Observable, throttleTime } from 'rxjs';
import { useObservable } from '../useObservable.ts';

/** Figures and menus follow the rows four times a second at most. */
const everyMs = 250;
const none: never[] = [];

/** At most four a second of a stream, the first and the last of a burst among them. */
export const calmly = <T>() => throttleTime<T>(everyMs, undefined, { leading: true, trailing: true });

/** The rows of a small live collection as state, for figures and menus: never for a grid. */
export function useRowsNow<Row>(rows: { rows$: Observable<Row[]> }): readonly Row[] {
  const calm$ = useMemo(() => rows.rows$.pipe(calmly()), [rows]);
  return useObservable<Row[]>(calm$, none);
}
