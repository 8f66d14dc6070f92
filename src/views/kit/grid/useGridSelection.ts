import type { GridApi, IRowNode } from 'ag-grid-community';
import { useEffect } from 'react';

/**
 * Synchronizes the ticks of the grid with the selection, e.g. after "clear" or from the address. `isLoaded`:
 * there are rows to tick.
 */
export function useGridSelection<Row extends { id: number }>(
  api: GridApi<Row> | null,
  selected: ReadonlySet<number> | undefined,
  isLoaded: boolean,
): void {
  useEffect(() => {
    if (api === null || selected === undefined || !isLoaded) return;
    const on: IRowNode<Row>[] = [];
    const off: IRowNode<Row>[] = [];
    api.forEachNode((node) => {
      const isWanted = node.data !== undefined && selected.has(node.data.id);
      if (isWanted !== (node.isSelected() ?? false)) (isWanted ? on : off).push(node);
    });
    if (on.length > 0) api.setNodesSelected({ nodes: on, newValue: true, source: 'api' });
    if (off.length > 0) api.setNodesSelected({ nodes: off, newValue: false, source: 'api' });
  }, [api, selected, isLoaded]);
}
