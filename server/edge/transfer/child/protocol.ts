import { z } from 'zod';
import { transferKinds } from '../../../../contract/api/transfer.ts';
import { languageSchema } from '../../../../contract/language.ts';

/** Job of the child that reads a table. */
export const sheetJob = z.object({
  path: z.string(),
  lang: languageSchema,
  kind: z.enum(transferKinds),
  maxRows: z.number(),
});
export type SheetJob = z.output<typeof sheetJob>;

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

/** Maximum cells per row, and characters per cell. */
export const MAX_CELLS = 60;
export const MAX_CELL = 8_000;
/** Maximum characters of all cells together: a workbook may refer to one long text from millions of cells. */
export const MAX_CHARS = 60_000_000;
/** Maximum unpacked bytes of an XLSX file. */
export const MAX_UNPACKED = 400_000_000;
