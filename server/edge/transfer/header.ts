import { bare, keyColumn, type TransferKind } from '../../../contract/api/transfer.ts';

/** Number of first rows in which the headings are searched: a title may precede the table. */
export const headerWithin = 10;

/** Normalised form of a heading. */
export const folded = (text: string) => bare(text.trim()).normalize('NFC').trim().toLowerCase();

/** Tells if a row has the heading of the key column of this kind, in any language. */
export function hasKeyColumn(kind: TransferKind, cells: readonly string[]): boolean {
  const { key, label } = keyColumn(kind);
  const names = [key, ...Object.values(label)].map(folded);
  return cells.some((cell) => names.includes(folded(cell)));
}
