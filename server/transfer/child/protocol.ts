import { z } from 'zod';
import { languageSchema } from '../../../contract/language.ts';
import { transferKinds } from '../../../contract/transfer.ts';

/** What the child that reads a table is asked. */
export const sheetJob = z.object({
  path: z.string(),
  lang: languageSchema,
  kind: z.enum(transferKinds),
  maxRows: z.number(),
});
export type SheetJob = z.output<typeof sheetJob>;

/** A row: its number as a spreadsheet counts, and its cells. */
const row = z.tuple([z.number().int(), z.array(z.string())]);

/** Why a file cannot be read, as message keys. */
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

/** One line of what it writes. */
export const sheetLine = z.union([row, refused, z.object({ end: z.literal(true) })]);
export type SheetRow = z.output<typeof row>;
export type SheetRefusal = z.output<typeof refused>;

/** Cells of a row, and characters of a cell: far above any row of ours. */
export const MAX_CELLS = 60;
export const MAX_CELL = 8_000;
/** Characters of all cells together: a workbook may name one long text in millions of its cells. */
export const MAX_CHARS = 60_000_000;
/** Unpacked bytes of an XLSX file. */
export const MAX_UNPACKED = 400_000_000;
