import { bare } from '../../../contract/rules/neutralCell.ts';

/** Number of first rows in which the headings are searched: a title may precede the table. */
export const headerWithin = 10;

/** Normalised form of a heading: without spaces, which differ between versions beside Han characters. */
export const folded = (text: string) => bare(text.trim()).normalize('NFC').replace(/\s+/g, '').toLowerCase();

/** Tells if a row has the heading of the key column, by its folded names. */
export const hasKeyColumn = (names: readonly string[], cells: readonly string[]) =>
  cells.some((cell) => names.includes(folded(cell)));
