import type { ColDef, GridApi, ValueFormatterFunc, ValueGetterFunc } from 'ag-grid-community';
import Papa from 'papaparse';

/** One column of an export. */
export interface CsvColumn<Row> {
  header: string;
  cell: (row: Row) => string;
}

/**
 * Formats rows as CSV with a byte order mark, so that spreadsheets read it as UTF-8. Cells that a spreadsheet
 * would run as a formula are neutralised by a leading apostrophe.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const fields = columns.map((column) => column.header);
  const data = rows.map((row) => columns.map((column) => column.cell(row)));
  return `\uFEFF${Papa.unparse({ fields, data }, { escapeFormulae: true, newline: '\r\n' })}`;
}

/** Text of a row in a column as the grid shows it: `valueGetter` or `field`, then `valueFormatter`. */
export function cellText<Row>(column: ColDef<Row>, row: Row): string {
  const params = { data: row, colDef: column, node: null, context: undefined };
  const value =
    typeof column.valueGetter === 'function'
      ? (column.valueGetter as ValueGetterFunc<Row>)(params as never)
      : (row as Record<string, unknown>)[column.field ?? ''];
  if (typeof column.valueFormatter === 'function')
    return (column.valueFormatter as ValueFormatterFunc<Row>)({ ...params, value } as never);
  return value === null || value === undefined ? '' : String(value);
}

/** Columns that the grid shows now, in their order. */
export function csvColumnsOf<Row>(api: GridApi<Row>): CsvColumn<Row>[] {
  return api
    .getAllDisplayedColumns()
    .map((column) => column.getColDef() as ColDef<Row>)
    .filter((definition) => (definition.headerName ?? '') !== '')
    .map((definition) => ({
      header: definition.headerName ?? '',
      cell: (row: Row) => cellText(definition, row),
    }));
}

/** The rows that pass the filters, in the order shown. */
export function shownRows<Row>(api: GridApi<Row>): Row[] {
  const rows: Row[] = [];
  api.forEachNodeAfterFilterAndSort((node) => {
    if (node.data !== undefined) rows.push(node.data);
  });
  return rows;
}

/** Saves a text as a file by a download of the browser. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
