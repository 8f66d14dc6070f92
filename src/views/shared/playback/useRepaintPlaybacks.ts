import { useEffect } from 'react';
import type { GridHandle } from '../../kit/grid/handle.ts';
import type { Playbacks } from './playbacks.ts';

/** Repaints the buttons of the rows whose playback machines have changed. */
export function useRepaintPlaybacks<Row>(handle: GridHandle<Row>, playbacks: Playbacks): void {
  useEffect(() => {
    const changed = playbacks.changes$.subscribe((ids) => {
      const grid = handle.api$.value;
      if (grid === null) return;
      const columns = ['buttons'];
      if (ids === null) return grid.refreshCells({ columns });
      const rowNodes = [...ids].map((id) => grid.getRowNode(String(id))).filter((node) => node !== undefined);
      if (rowNodes.length > 0) grid.refreshCells({ rowNodes, columns });
    });
    return () => changed.unsubscribe();
  }, [handle, playbacks]);
}
