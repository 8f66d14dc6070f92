import type { GridApi } from 'ag-grid-community';
import { useEffect } from 'react';
import { sortOf, sortState } from './sort.ts';

/** Sort of the grid as in a list query. */
export function sortOfGrid<Row>(api: GridApi<Row>): string | undefined {
  return sortOf(api.getColumnState());
}

/** Synchronizes the sort of the grid with the address. */
export function useGridSort<Row>(api: GridApi<Row> | null, sort: string | undefined): void {
  useEffect(() => {
    if (api === null || sortOfGrid(api) === sort) return;
    api.applyColumnState({ state: sortState(sort), defaultState: { sort: null } });
  }, [api, sort]);
}
