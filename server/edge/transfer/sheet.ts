import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { keyColumn, type TransferKind, transfers } from '../../../contract/api/transfer.ts';
import type { Language } from '../../../contract/language.ts';
import { runChild } from '../../platform/workers/child.ts';
import { readerLimits } from '../../platform/workers/readerLimits.ts';
import { type SheetJob, type SheetRefusal, type SheetRow, sheetLine } from './child/protocol.ts';
import { folded } from './header.ts';

export const SHEET_READER = fileURLToPath(new URL('./child/sheetReader.ts', import.meta.url));

/** Non-blank rows of a table, the header first. */
export type Sheet = readonly SheetRow[];

/** Folded names of the key column of a kind: its key, and its label in each language. */
export function keyNames(kind: TransferKind): string[] {
  const { key, label } = keyColumn(kind);
  return [key, ...Object.values(label)].map(folded);
}

/**
 * Reads a CSV or XLSX file, whatever its name.
 * @throws AppError 400: no table, a quote without an end, too many rows or cells, damaged, empty
 */
export async function readSheet(path: string, kind: TransferKind, lang: Language): Promise<Sheet> {
  const rows: SheetRow[] = [];
  let refusal: SheetRefusal | undefined;
  let isWhole = false;
  const { columns, maxRows } = transfers[kind];
  const labels = columns.flatMap(({ label }) => Object.values(label).map((text) => text.toLowerCase()));
  const job: SheetJob = { path, lang, keyNames: keyNames(kind), labels, maxRows };
  await runChild({
    program: SHEET_READER,
    argument: JSON.stringify(job),
    given: { file: resolve(path) },
    limits: readerLimits.table,
    onLine(text) {
      const line = sheetLine.parse(JSON.parse(text));
      if ('refused' in line) refusal = line;
      else if ('end' in line) isWhole = true;
      else rows.push(line);
    },
  });
  if (refusal !== undefined) throw new AppError(errorCode.badRequest, refusal.refused, refusal.params);
  if (!isWhole) throw new AppError(errorCode.badRequest, 'transfer.unreadable');
  if (rows.length < 2) throw new AppError(errorCode.badRequest, 'transfer.empty');
  return rows;
}
