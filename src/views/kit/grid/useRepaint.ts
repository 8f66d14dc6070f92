import { useEffect } from 'react';
import type { Observable } from 'rxjs';
import { throttled } from '../list/useRowsNow.ts';
import type { GridHandle } from './handle.ts';

/**
 * Repaints columns at most four times a second when `changes$` emits: they show data of other feeds than
 * their row.
 * `changes$` from a `useMemo`, `columns` a constant.
 */
export function useRepaint<Row>(
  handle: GridHandle<Row>,
  columns: readonly string[],
  changes$: Observable<unknown>,
): void {
  useEffect(() => {
    const subscription = changes$
      .pipe(throttled())
      .subscribe(() => handle.api$.value?.refreshCells({ columns: [...columns] }));
    return () => subscription.unsubscribe();
  }, [handle, columns, changes$]);
}

/** Repaints the buttons of the rows when their disabled state changes: connection lost, right revoked. */
export function useRepaintButtons<Row>(handle: GridHandle<Row>, stale: string | undefined, may = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons read both while they are painted
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
  }, [handle, stale, may]);
}
