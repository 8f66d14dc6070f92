import type { ColDef } from 'ag-grid-community';

/** Columns that name their row, the best first. */
const namingColumns = ['name', 'plan_name', 'code'];

/** Makes the cells of the column that names a row its header: screen readers say it with every other cell of the row. */
export function withRowHeader<Row>(columns: ColDef<Row>[]): ColDef<Row>[] {
  const naming = namingColumns.find((id) => columns.some(({ colId }) => colId === id));
  return columns.map((column) =>
    column.colId === naming && naming !== undefined ? { ...column, cellAriaRole: 'rowheader' } : column,
  );
}
