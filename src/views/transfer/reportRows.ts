import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { bare, type ImportReport, keyColumn, type TransferKind } from '../../../contract/transfer.ts';
import { detailColumn, numberColumn, textColumn } from '../kit/grid/columns.ts';
import { type CsvColumn, toCsv } from '../kit/grid/csv.ts';

/** A line of the report's table: a row of the file, and what comes of it. */
export interface ReportRow {
  id: number;
  line: number;
  outcome: 'bad' | 'create' | 'change';
  code: string;
  /** Bad: the column. */
  column: string;
  /** Bad: the reason; changed: what becomes what. */
  detail: string;
}

/** Place of the column that rows are recognised by in the file. */
function codePlace(kind: TransferKind, header: readonly string[]): number {
  const { key, label } = keyColumn(kind);
  const names = [key, ...Object.values(label)];
  const isName = (text: string) => names.some((name) => name.toLowerCase() === text.trim().toLowerCase());
  return header.findIndex(isName);
}

/** Bad rows first, a line for each thing that is wrong; then what is new and what changes. */
export function reportRows(kind: TransferKind, report: ImportReport): ReportRow[] {
  const place = codePlace(kind, report.header);
  const rows: Omit<ReportRow, 'id'>[] = [];
  for (const { line, cells, faults } of report.bad)
    for (const { label, message } of faults)
      rows.push({ line, outcome: 'bad', code: bare(cells[place] ?? ''), column: label, detail: message });
  for (const { line, code, name, action, changes } of report.preview) {
    const detail = changes.map(({ label, before, after }) => `${label}: ${before || '—'} → ${after || '—'}`);
    rows.push({ line, outcome: action, code, column: '', detail: detail.join('; ') || name });
  }
  return rows.map((row, id) => ({ ...row, id }));
}

/** The columns of the report's table. */
export function reportColumns(t: TFunction): ColDef<ReportRow>[] {
  return [
    numberColumn<ReportRow>('line', t('transfer.row'), undefined, { width: 72 }),
    {
      ...textColumn<ReportRow>('outcome', t('transfer.outcome'), { width: 110 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`transfer.outcomes.${data.outcome}`)),
    },
    textColumn<ReportRow>('code', t('devices.code'), { width: 150 }),
    textColumn<ReportRow>('column', t('transfer.column'), { width: 130 }),
    detailColumn<ReportRow>(
      'detail',
      t('common.details'),
      ({ outcome, detail }) => (outcome === 'bad' ? { main: detail, detail: '' } : { main: '', detail }),
      { flex: 1, minWidth: 240 },
    ),
  ];
}

/** The bad rows as they were in the file, with their reasons in a column of its own, which an import passes over. */
export function badRowsCsv(report: ImportReport, t: TFunction): string {
  type Bad = ImportReport['bad'][number];
  const columns: CsvColumn<Bad>[] = [
    ...report.header.map((header, place) => ({ header, cell: ({ cells }: Bad) => cells[place] ?? '' })),
    { header: t('transfer.row'), cell: ({ line }) => String(line) },
    {
      header: t('transfer.reason'),
      cell: ({ faults }) =>
        faults.map(({ label, message }) => (label === '' ? message : `${label}: ${message}`)).join('; '),
    },
  ];
  return toCsv(columns, report.bad);
}
