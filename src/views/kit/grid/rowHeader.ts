import type { ColDef } from 'ag-grid-community';

/** Columns that name their row, the best first. */
const namingColumns = ['name', 'plan_name', 'code'];

/**
 * Makes the cells of the column that names a row its header: screen readers say it with every other cell of the row. A
 * grid whose rows may lack a name declares another column as header, because a header must not be empty.
 */
export function withRowHeader<Row>(columns: ColDef<Row>[]): ColDef<Row>[] {
  if (columns.some(({ cellAriaRole }) => cellAriaRole === 'rowheader')) return columns;
  const naming = namingColumns.find((id) => columns.some(({ colId }) => colId === id));
  return columns.map((column) =>
    column.colId === naming && naming !== undefined ? { ...column, cellAriaRole: 'rowheader' } : column,
  );
}
