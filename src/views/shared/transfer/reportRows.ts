import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { type ImportReport, keyColumn, type TransferKind } from '../../../../contract/api/transfer.ts';
import { bare } from '../../../../contract/rules/neutralCell.ts';
import { type CsvColumn, toCsv } from '../../app/csv.ts';
import { detailColumn, numberColumn, textColumn } from '../../kit/grid/columns.ts';

/** A line of the report: a row of the file, and its result. */
export interface ReportRow {
  id: number;
  line: number;
  outcome: 'bad' | 'create' | 'change';
  code: string;
  /** Column of a bad row. */
  column: string;
  /** Reason of a bad row; old and new values of a changed one. */
  detail: string;
}

/** Position of the column that identifies rows of the file. */
function codePlace(kind: TransferKind, header: readonly string[]): number {
  const { key, label } = keyColumn(kind);
  const names = [key, ...Object.values(label)];
  const isName = (text: string) => names.some((name) => name.toLowerCase() === text.trim().toLowerCase());
  return header.findIndex(isName);
}

/** Bad rows first, a line for each error; then new and changed rows. */
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

/** Columns of the report's table. */
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

/**
 * CSV of the bad rows as in the file, with their reasons in an additional column, which an import ignores.
 */
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
