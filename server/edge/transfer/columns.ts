import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { keyColumn, type TransferKind, transfers } from '../../../contract/api/transfer.ts';
import type { TransferColumn } from '../../../contract/entities/declaration.ts';
import type { Language } from '../../../contract/language.ts';
import { bare } from '../../../contract/rules/neutralCell.ts';
import { folded, hasKeyColumn, headerWithin } from './header.ts';
import { keyNames, type Sheet } from './sheet.ts';

/**
 * Row of a file, its cells by the keys of their columns; a column that the file does not have is undefined.
 */
export interface InputRow {
  line: number;
  cells: readonly string[];
  get(key: string): string | undefined;
}

export interface Table {
  header: readonly string[];
  /** Headings that match no column, or a column that is only exported. */
  ignored: string[];
  columns: readonly TransferColumn[];
  /** Index of each imported column, by its key. */
  places: ReadonlyMap<string, number>;
  rows: InputRow[];
}

/**
 * Finds the columns by their keys or their labels in any language.
 * @throws AppError 400 without rows below the headings, without the key column, or with one column twice
 */
export function tableOf(kind: TransferKind, sheet: Sheet, lang: Language): Table {
  const columns: readonly TransferColumn[] = transfers[kind].columns;
  const byName = new Map<string, TransferColumn>();
  for (const column of columns)
    for (const text of [column.key, ...Object.values(column.label), ...(column.earlier ?? [])])
      byName.set(folded(text), column);
  const names = keyNames(kind);
  const titles = sheet.slice(0, headerWithin).findIndex(([, cells]) => hasKeyColumn(names, cells));
  const start = Math.max(titles, 0);
  const [, header = []] = sheet[start] ?? [];
  const places = new Map<string, number>();
  const ignored: string[] = [];
  for (const [place, heading] of header.entries()) {
    const column = byName.get(folded(heading));
    if (column === undefined || column.way === 'out') {
      if (heading.trim() !== '') ignored.push(heading);
    } else if (places.has(column.key)) {
      throw new AppError(errorCode.badRequest, 'transfer.sameColumn', { column: column.label[lang] });
    } else places.set(column.key, place);
  }
  const { key, label } = keyColumn(kind);
  if (!places.has(key)) throw new AppError(errorCode.badRequest, 'transfer.noCode', { column: label[lang] });
  if (sheet.length < start + 2) throw new AppError(errorCode.badRequest, 'transfer.empty');
  const rows = sheet.slice(start + 1).map(
    ([line, cells]): InputRow => ({
      line,
      cells,
      get(key) {
        const place = places.get(key);
        return place === undefined ? undefined : bare(cells[place] ?? '').trim();
      },
    }),
  );
  return { header, ignored, columns, places, rows };
}
