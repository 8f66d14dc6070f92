import type { GridApi } from 'ag-grid-community';
import { useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { Pace } from './pace.ts';

/** Number of rows shown, of all rows, and of selected ones. */
export interface GridCounts {
  shown: number;
  total: number;
  selected: number;
}

/** Connects a grid with the tools elsewhere on the screen (columns, export, status bar). */
export interface GridHandle<Row> {
  api$: BehaviorSubject<GridApi<Row> | null>;
  counts$: BehaviorSubject<GridCounts>;
  /** Pace of the updates of a live grid, from which the age of what it shows follows; null: not connected. */
  pace: Pick<Pace, 'waitingSince'> | null;
}

export function createGridHandle<Row>(): GridHandle<Row> {
  return {
    api$: new BehaviorSubject<GridApi<Row> | null>(null),
    counts$: new BehaviorSubject<GridCounts>({ shown: 0, total: 0, selected: 0 }),
    pace: null,
  };
}

/** Creates the handle of a screen's grid: pass it to `DataGrid` and `GridTools`. */
export function useGridHandle<Row>(): GridHandle<Row> {
  return useState(() => createGridHandle<Row>())[0];
}
