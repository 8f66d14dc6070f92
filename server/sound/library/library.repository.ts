import { and, asc, count, eq, inArray, isNull, max, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { MediaGroup } from '../../../contract/entities/sound/library.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, type TableRepository, tableRepository } from '../../platform/db/tableRepository.ts';
import { mediaGroup } from './library.table.ts';

/** Library entry (preset text, radio station) with a group, or none, and a position in it. */
export interface LibraryRow extends Row {
  name: string;
  org: number | null;
  group_id: number | null;
  position: number;
}
export type GroupRow = Row & MediaGroup;
/** Table of library entries. */
export type LibraryTable = PgTable & Record<'id' | 'group_id' | 'position', PgColumn>;

/** Statements of one kind of library entry and of its groups. */
export interface LibraryStore<R extends LibraryRow> {
  items: TableRepository<R>;
  groups: TableRepository<GroupRow>;
  allItems(db: DbOrTx): Promise<R[]>;
  itemsOf(db: DbOrTx, ids: readonly number[]): Promise<R[]>;
  allGroups(db: DbOrTx): Promise<GroupRow[]>;
  countInGroup(db: DbOrTx, groupId: number): Promise<number>;
  /** Position after the last entry of a group. */
  nextPosition(db: DbOrTx, groupId: number | null): Promise<number>;
  nextGroupPosition(db: DbOrTx): Promise<number>;
  /** Orders the entries of a group by `ids`; the others follow as they were. Returns the changed rows. */
  orderItems(tx: DbOrTx, groupId: number | null, ids: readonly number[]): Promise<R[]>;
  orderGroups(tx: DbOrTx, ids: readonly number[]): Promise<GroupRow[]>;
}

/**
 * Numbers rows from 1 by their place in `ids`; the others follow as they were. Returns the ids whose place
 * changed.
 */
export async function reorder(
  tx: DbOrTx,
  table: PgTable,
  only: SQL,
  ids: readonly number[],
): Promise<number[]> {
  const changed = await tx.execute<{ id: number }>(sql`
    update ${table} t set position = o.place, rev = t.rev + 1
    from (
      select f.id, row_number() over (order by wanted.place nulls last, f.position, f.id)::int as place
      from ${table} f
      left join unnest(${sql.param([...new Set(ids)])}::int[]) with ordinality as wanted(id, place)
        on wanted.id = f.id
      where ${only}
    ) o
    where t.id = o.id and t.position <> o.place
    returning t.id`);
  return changed.rows.map((row) => row.id);
}

/** @param kind value of the column `kind` of the groups */
export function libraryStore<R extends LibraryRow>(
  kind: string,
  table: LibraryTable,
  entity: EntityContract,
  groupEntity: EntityContract,
): LibraryStore<R> {
  const ofKind = eq(mediaGroup.kind, kind);
  const groups = tableRepository<GroupRow>(mediaGroup, {
    sortable: groupEntity.sortable,
    searchable: groupEntity.searchable,
    defaultSort: 'position',
    scope: 'org',
    shared: true,
    only: ofKind,
  });
  const inGroup = (id: number | null) => (id === null ? isNull(table.group_id) : eq(table.group_id, id));
  async function itemsOf(db: DbOrTx, ids: readonly number[]): Promise<R[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(table)
      .where(inArray(table.id, [...ids]));
    return rows as R[];
  }
  return {
    items: tableRepository<R>(table, {
      sortable: entity.sortable,
      searchable: entity.searchable,
      defaultSort: 'name',
      scope: 'org',
      shared: true,
    }),
    groups: { ...groups, insert: (tx, values) => groups.insert(tx, { ...values, kind }) },
    itemsOf,
    allItems: async (db) => (await db.select().from(table).orderBy(asc(table.id))) as R[],
    allGroups: async (db) =>
      (await db
        .select()
        .from(mediaGroup)
        .where(ofKind)
        .orderBy(asc(mediaGroup.position), asc(mediaGroup.id))) as GroupRow[],
    async countInGroup(db, groupId) {
      const [row] = await db.select({ n: count() }).from(table).where(inGroup(groupId));
      return row?.n ?? 0;
    },
    async nextPosition(db, groupId) {
      const [row] = await db
        .select({ last: max(table.position) })
        .from(table)
        .where(inGroup(groupId));
      return Number(row?.last ?? 0) + 1;
    },
    async nextGroupPosition(db) {
      const [row] = await db
        .select({ last: max(mediaGroup.position) })
        .from(mediaGroup)
        .where(ofKind);
      return (row?.last ?? 0) + 1;
    },
    async orderItems(tx, groupId, ids) {
      const changed = await reorder(tx, table, sql`f.group_id is not distinct from ${groupId}`, ids);
      return itemsOf(tx, changed);
    },
    async orderGroups(tx, ids) {
      const changed = await reorder(tx, mediaGroup, sql`f.kind = ${kind}`, ids);
      if (changed.length === 0) return [];
      return (await tx
        .select()
        .from(mediaGroup)
        .where(and(ofKind, inArray(mediaGroup.id, changed)))) as GroupRow[];
    },
  };
}
