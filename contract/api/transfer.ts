import { z } from 'zod';
import type { Transfer, TransferColumn } from '../entities/declaration.ts';
import { type Declaring, declaring } from '../entities/registry.ts';
import { type GroupMember, groupMembers } from '../entities/terminals/group.ts';
import { fieldText } from '../rules/fieldText.ts';
import type { AddedEntity, PermissionEntity } from './permissions.ts';

/**
 * Import and export of terminals, zones, accounts, roles, groups, linkage tasks, alarm plans and quick codes as CSV
 * and XLSX. Both use these columns: the export writes their labels in the caller's language, the import recognises a
 * column by its key or by its label in any language.
 */

/** Entities that are imported and exported. */
export type TransferKind = Declaring<'transfer'>['key'];
export const transferKinds: readonly TransferKind[] = declaring('transfer').map(({ key }) => key);

/** Columns and limits of each kind. */
export const transfers = Object.fromEntries(
  declaring('transfer').map(({ key, transfer }) => [key, transfer]),
) as Record<TransferKind, Transfer>;

/** Kind of the members of groups; null: not a kind of groups. */
export function groupedBy(kind: TransferKind): GroupMember | null {
  return groupMembers.find((member) => `${member}_group` === kind) ?? null;
}

/** Entity whose permission keys apply to a kind: virtual casters use those of casters. */
export function transferEntity(kind: TransferKind): PermissionEntity | AddedEntity {
  return (transfers[kind].rights ?? kind) as PermissionEntity | AddedEntity;
}

/** Name of an exported file without its ending. */
export function exportFile(kind: TransferKind): string {
  return transfers[kind].file ?? `${kind.replaceAll('_', '-')}s`;
}

export const transferFormats = ['csv', 'xlsx'] as const;
export type TransferFormat = (typeof transferFormats)[number];

/** Largest file, megabytes (10^6 bytes). */
export const maxImportMb = 50;
/** Most passwords of one file; hashing takes tens of milliseconds each by design. */
export const maxImportPasswords = 5_000;
/** Most created and changed rows that a report lists; it counts all. */
export const maxPreview = 500;

/** Column that identifies a row; every file needs it. */
export function keyColumn(kind: TransferKind): TransferColumn {
  return transfers[kind].columns[0] as TransferColumn;
}

/** Columns of a kind in an export (`out`) or in a template (`in`). */
export function columnsFor(kind: TransferKind, way: 'in' | 'out'): readonly TransferColumn[] {
  return transfers[kind].columns.filter((column) => column.way === undefined || column.way === way);
}

/** Texts of a yes-or-no cell in each language. */
export const yesNo = { true: { cn: '是', en: 'yes', kr: '예' }, false: { cn: '否', en: 'no', kr: '아니요' } };
const yes = new Set(['true', '1', 'y', 'yes', '是', '예', '네']);
const no = new Set(['false', '0', 'n', 'no', '否', '아니요', '아니오', '']);

/** Reads a yes-or-no cell; null: neither. */
export function readYesNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : null;
}

const fault = z.object({
  column: z.string().describe(fieldText.column),
  label: z.string().describe(fieldText.label),
  message: z.string().describe(fieldText.message),
});

/** Result of an import or of its dry run. Rows are numbered as in a spreadsheet: the header is row 1. */
export const importReport = z.object({
  dry_run: z.boolean().describe(fieldText.dry_run),
  imported: z.boolean().describe(fieldText.imported),
  rows: z.number().int().describe('Number of rows of the file.'),
  created: z.number().int().describe('Number of rows that are created.'),
  changed: z.number().int().describe('Number of rows that are changed.'),
  unchanged: z.number().int().describe('Number of rows that do not change.'),
  header: z.array(z.string()).describe('First row of the file.'),
  ignored: z.array(z.string()).describe('Columns of the file that are not read.'),
  bad: z
    .array(
      z.object({
        line: z.number().int().describe(fieldText.line),
        cells: z.array(z.string()).describe('Cells of the row.'),
        faults: z.array(fault).describe('What is wrong with the row.'),
      }),
    )
    .describe('Rows that cannot be imported, with their cells (passwords blanked).'),
  preview: z
    .array(
      z.object({
        line: z.number().int().describe(fieldText.line),
        code: z.string().describe(fieldText.code),
        name: z.string().describe(fieldText.name),
        action: z.enum(['create', 'change']).describe('What happens to the row: `create` or `change`.'),
        changes: z
          .array(
            z.object({
              column: z.string().describe(fieldText.column),
              label: z.string().describe(fieldText.label),
              before: z.string().describe('Before the change.'),
              after: z.string().describe('After the change.'),
            }),
          )
          .describe('Cells that change.'),
      }),
    )
    .describe('First rows that are created or changed.'),
});
export type ImportReport = z.output<typeof importReport>;

export const importQuery = z.object({ dry_run: z.stringbool().default(true).describe(fieldText.dry_run) });

/** Query of an export: `format`, filters, and `template` for the header alone. `org` includes all zones below it. */
export const exportQuery = z.object({
  format: z.enum(transferFormats).default('csv').describe('Format of the file: `csv` or `xlsx`.'),
  template: z.stringbool().default(false).describe('Only the header, to be filled in.'),
  q: z.string().max(200).optional().describe(fieldText.q),
});

/** Answer of `POST /v1/{kind}/export/ticket`: an address; the query is appended with `&`. */
export const exportTicket = z.object({
  url: z.string().describe('Path with a ticket; the query of the export is added with `&`.'),
});
export type ExportTicket = z.output<typeof exportTicket>;
