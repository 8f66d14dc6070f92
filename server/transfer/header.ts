import { bare, keyColumn, type TransferKind } from '../../contract/transfer.ts';

/** The headings stand in one of so many first rows: people put a title above their tables. */
export const headerWithin = 10;

/** A heading as it is compared. */
export const folded = (text: string) => bare(text.trim()).normalize('NFC').trim().toLowerCase();

/** Whether a row has the heading of the column by which rows of this kind are known, in any language. */
export function hasKeyColumn(kind: TransferKind, cells: readonly string[]): boolean {
  const { key, label } = keyColumn(kind);
  const names = [key, ...Object.values(label)].map(folded);
  return cells.some((cell) => names.includes(folded(cell)));
}
