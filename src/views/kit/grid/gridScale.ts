import type { ColDef, ColumnState } from 'ag-grid-community';

/*
 * AG Grid reckons with the pointer in px of the window and with its columns in px of the page, and mixes the two. So
 * it stands outside the console's zoom, and what it measures is multiplied instead; what stands in its cells is zoomed.
 */

/** Styles of the grid's frame at a scale other than 1. */
export const zoomedGrid = {
  zoom: 'calc(1 / var(--tocsinScale, 1))',
  '& .ag-cell > :not([class*="ag-"])': {
    zoom: 'var(--tocsinScale, 1)',
    // What a cell would inherit is in the grid's px already.
    fontSize: '13px',
    lineHeight: 'calc(var(--ag-internal-content-line-height) / var(--tocsinScale, 1))',
  },
} as const;

/** Columns at a scale. */
export function scaledColumns<Row>(columns: ColDef<Row>[], scale: number): ColDef<Row>[] {
  return scale === 1 ? columns : columns.map((column) => scaled(column, scale));
}

function scaled<Row>(column: ColDef<Row>, scale: number): ColDef<Row> {
  const { width, minWidth, maxWidth } = column;
  return {
    ...column,
    ...(width === undefined ? {} : { width: width * scale }),
    ...(minWidth === undefined ? {} : { minWidth: minWidth * scale }),
    ...(maxWidth === undefined ? {} : { maxWidth: maxWidth * scale }),
  };
}

/** A layout whose widths are those of scale 1, as it is kept, at another scale; 1 / scale is the way back. */
export function scaledLayout(layout: readonly ColumnState[], scale: number): ColumnState[] {
  return layout.map((column) =>
    column.width == null ? column : { ...column, width: Math.round(column.width * scale) },
  );
}
