import type { ColDef, ColumnState } from 'ag-grid-community';

/* AG Grid mixes pointer positions in px of the window with columns in px of the page. So it is outside the
   zoom of the console, and its measures are multiplied instead; the content of its cells is zoomed. */

/** Styles of the grid's frame at a scale other than 1. */
export const zoomedGrid = {
  zoom: 'calc(1 / var(--tocsinScale, 1))',
  '& .ag-cell > :not([class*="ag-"])': {
    zoom: 'var(--tocsinScale, 1)',
    // Inherited sizes are in px of the grid already.
    fontSize: '13px',
    lineHeight: 'calc(var(--ag-internal-content-line-height) / var(--tocsinScale, 1))',
  },
} as const;

/** Multiplies the widths of columns by a scale. */
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

/** Converts a layout, stored with the widths of scale 1, to another scale; 1 / scale converts back. */
export function scaledLayout(layout: readonly ColumnState[], scale: number): ColumnState[] {
  return layout.map((column) =>
    column.width == null ? column : { ...column, width: Math.round(column.width * scale) },
  );
}
