import { asc, count, eq, inArray, max, sql } from 'drizzle-orm';
import { fileEntity, fileGroupEntity, type MediaFile } from '../../../contract/entities/sound/file.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import { reorder } from '../library/library.repository.ts';
import { file, fileGroup } from './file.table.ts';

export type FileRow = Row & MediaFile & { sha256: string; uploaded_by: number | null };
export interface FileGroupRow extends Row {
  name: string;
  org: number | null;
  position: number;
  created_at: number;
}

export const files = tableRepository<FileRow>(file, {
  sortable: fileEntity.sortable,
  searchable: fileEntity.searchable,
  defaultSort: '-uploaded_at',
  scope: 'org',
  shared: true,
  computed: {
    uploaded_by_name: sql`coalesce((select a.name from account a where a.id = file.uploaded_by), '')`,
  },
});
export const fileGroups = tableRepository<FileGroupRow>(fileGroup, {
  sortable: fileGroupEntity.sortable,
  searchable: fileGroupEntity.searchable,
  defaultSort: 'position',
  scope: 'org',
  shared: true,
});

export async function allFiles(db: DbOrTx): Promise<FileRow[]> {
  return (await db.select().from(file).orderBy(asc(file.id))) as FileRow[];
}

export async function filesOf(db: DbOrTx, ids: readonly number[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(file)
    .where(inArray(file.id, [...ids]))) as FileRow[];
}

/** Number of files in a group. */
export async function countInGroup(db: DbOrTx, groupId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(file).where(eq(file.group_id, groupId));
  return row?.n ?? 0;
}

/** Position after the last file or group. */
export async function nextFilePosition(db: DbOrTx, groupId: number | null): Promise<number> {
  const where = groupId === null ? sql`${file.group_id} is null` : eq(file.group_id, groupId);
  const [row] = await db
    .select({ last: max(file.position) })
    .from(file)
    .where(where);
  return (row?.last ?? 0) + 1;
}

export async function nextGroupPosition(db: DbOrTx): Promise<number> {
  const [row] = await db.select({ last: max(fileGroup.position) }).from(fileGroup);
  return (row?.last ?? 0) + 1;
}

/** All groups, in order. */
export async function allGroups(db: DbOrTx): Promise<FileGroupRow[]> {
  return (await db
    .select()
    .from(fileGroup)
    .orderBy(asc(fileGroup.position), asc(fileGroup.id))) as FileGroupRow[];
}

/** Orders the groups by `ids`; the others follow as they were. Returns the changed rows. */
export async function orderGroups(tx: DbOrTx, ids: readonly number[]): Promise<FileGroupRow[]> {
  const found = await reorder(tx, fileGroup, sql`true`, ids);
  if (found.length === 0) return [];
  return (await tx.select().from(fileGroup).where(inArray(fileGroup.id, found))) as FileGroupRow[];
}

/** Orders the files of a group by `ids`; the others follow as they were. Returns the changed rows. */
export async function orderFiles(
  tx: DbOrTx,
  groupId: number | null,
  ids: readonly number[],
): Promise<FileRow[]> {
  return filesOf(tx, await reorder(tx, file, sql`f.group_id is not distinct from ${groupId}`, ids));
}
