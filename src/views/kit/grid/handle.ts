import type { GridApi } from 'ag-grid-community';
import { useState } from 'react';
import { BehaviorSubject } from 'rxjs';

/** How many rows a grid shows, of how many, and how many are selected. */
export interface GridCounts {
  shown: number;
  total: number;
  selected: number;
}

/** Ties a grid to the tools that stand elsewhere on the screen (columns, export, status bar). */
export interface GridHandle<Row> {
  api$: BehaviorSubject<GridApi<Row> | null>;
  counts$: BehaviorSubject<GridCounts>;
}

export function createGridHandle<Row>(): GridHandle<Row> {
  return {
    api$: new BehaviorSubject<GridApi<Row> | null>(null),
    counts$: new BehaviorSubject<GridCounts>({ shown: 0, total: 0, selected: 0 }),
  };
}

/** The handle of one screen's grid: give it to `DataGrid` and `GridTools`. */
export function useGridHandle<Row>(): GridHandle<Row> {
  return useState(() => createGridHandle<Row>())[0];
}
