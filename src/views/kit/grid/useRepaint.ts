import { useEffect } from 'react';
import type { Observable } from 'rxjs';
import { calmly } from '../list/useRowsNow.ts';
import type { GridHandle } from './handle.ts';

/**
 * Paints columns anew four times a second at most as `changes$` speaks: they show other feeds than the rows' own.
 * `changes$` from a `useMemo`, `columns` a constant.
 */
export function useRepaint<Row>(
  handle: GridHandle<Row>,
  columns: readonly string[],
  changes$: Observable<unknown>,
): void {
  useEffect(() => {
    const news = changes$
      .pipe(calmly())
      .subscribe(() => handle.api$.value?.refreshCells({ columns: [...columns] }));
    return () => news.unsubscribe();
  }, [handle, columns, changes$]);
}

/** Paints the buttons of the rows anew when what greys them changes: the link is lost, a right is taken away. */
export function useRepaintButtons<Row>(handle: GridHandle<Row>, stale: string | undefined, may = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons read both while they are painted
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
  }, [handle, stale, may]);
}
