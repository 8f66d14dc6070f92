import { z } from 'zod';
import type { Language } from '../../../../contract/language.ts';

/** Job of the child that reads a table. */
export interface SheetJob {
  path: string;
  /** Language of the request. */
  lang: Language;
  /** Folded names of the key column. */
  keyNames: readonly string[];
  /** Labels of the columns of its kind in all languages, in lower case. */
  labels: readonly string[];
  /** Maximum number of rows below the header. */
  maxRows: number;
}

/** Row: its number as in a spreadsheet, and its cells. */
const row = z.tuple([z.number().int(), z.array(z.string())]);

/** Reasons why a file cannot be read, as message keys. */
export const sheetRefusals = [
  'transfer.unreadable',
  'transfer.notATable',
  'transfer.openQuote',
  'transfer.tooManyRows',
  'transfer.tooManyCells',
] as const;
const refused = z.object({
  refused: z.enum(sheetRefusals),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Output line. */
export const sheetLine = z.union([row, refused, z.object({ end: z.literal(true) })]);
export type SheetRow = z.output<typeof row>;
export type SheetRefusal = z.output<typeof refused>;
