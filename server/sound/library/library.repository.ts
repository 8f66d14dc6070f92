import { and, asc, getTableColumns, inArray, max, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type {
  LibraryPlaces,
  MediaGroup,
  MediaGroupEntity,
} from '../../../contract/entities/sound/library.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, type TableRepository, tableRepository } from '../../platform/db/tableRepository.ts';
import type { Scope } from '../../platform/live/scope.ts';
import {
  type LibraryTable,
  type LinkTable,
  libraryLinks,
  type MemberChange,
  type Places,
} from './members.repository.ts';

/** Library entry (file, preset text, radio station) with its groups, and its place in each of them. */
export interface LibraryRow extends Row, LibraryPlaces {
  name: string;
  org: number | null;
  group_ids: number[];
}
/** A group; read singly, it also has the ids of its entries within the scope, under the kind's field name. */
export type GroupRow = Row & MediaGroup;

/**
 * Statements of one kind of library entry and of its groups. `items.insert` and `items.update` take `Places` as
 * `change`, those of `groups` a `MemberChange`.
 */
export interface LibraryStore<R extends LibraryRow> {
  items: TableRepository<R>;
  groups: TableRepository<GroupRow>;
  allItems(db: DbOrTx): Promise<R[]>;
  itemsOf(db: DbOrTx, ids: readonly number[]): Promise<R[]>;
  allGroups(db: DbOrTx): Promise<GroupRow[]>;
  countInGroup(db: DbOrTx, groupId: number): Promise<number>;
  /** Ids of the entries of a group within a scope, in their order. */
  members(db: DbOrTx, scope: Scope, groupId: number): Promise<number[]>;
  /** Position after the last entry without a group. */
  nextPosition(db: DbOrTx): Promise<number>;
  nextGroupPosition(db: DbOrTx): Promise<number>;
  /** Orders the entries of a group (null: those in none) by `ids`; the others follow. Returns the changed rows. */
  orderItems(tx: DbOrTx, groupId: number | null, ids: readonly number[]): Promise<R[]>;
  orderGroups(tx: DbOrTx, ids: readonly number[]): Promise<GroupRow[]>;
}

/** Tables of a kind of library entry. */
export interface LibraryTables {
  items: LibraryTable;
  link: LinkTable;
  groups: PgTable & Record<'id' | 'position', PgColumn>;
  /** Condition and values of the groups of this kind, where the table holds several. */
  kind?: { only: SQL; values: Record<string, unknown> };
  /** Further computed fields of an entry, for its list and its row. */
  computed?: Record<string, SQL>;
  /** Order of the list without `sort`; default: by name. */
  defaultSort?: string;
}

/** Numbers rows from 1 by their place in `ids`; the others follow as they were. Returns the changed ids. */
async function reorder(tx: DbOrTx, table: PgTable, only: SQL, ids: readonly number[]): Promise<number[]> {
  const changed = await tx.execute<{ id: number }>(sql`
    update ${table} t set position = o.place, rev = t.rev + 1
    from (
      select ${table}.id, row_number() over (order by w.place nulls last, ${table}.position, ${table}.id)::int as place
      from ${table}
      left join unnest(${sql.param([...new Set(ids)])}::int[]) with ordinality as w(id, place) on w.id = ${table}.id
      where ${only}
    ) o
    where t.id = o.id and t.position <> o.place
    returning t.id`);
  return changed.rows.map((row) => row.id);
}

export function libraryStore<R extends LibraryRow>(
  tables: LibraryTables,
  entity: EntityContract,
  groupEntity: MediaGroupEntity,
): LibraryStore<R> {
  const { items: table, link, groups: groupTable, kind } = tables;
  const links = libraryLinks(table, link);
  const fields = { ...getTableColumns(table), ...links.computed };
  const items = tableRepository<R>(table, {
    sortable: entity.sortable,
    searchable: entity.searchable,
    defaultSort: tables.defaultSort ?? 'name',
    scope: 'org',
    shared: true,
    computed: { ...links.computed, ...tables.computed },
    filters: links.filters,
    orders: links.orders,
  });
  const groups = tableRepository<GroupRow>(groupTable, {
    sortable: groupEntity.sortable,
    searchable: groupEntity.searchable,
    defaultSort: 'position',
    scope: 'org',
    shared: true,
    ...(kind === undefined ? {} : { only: kind.only }),
  });
  async function withMembers(db: DbOrTx, scope: Scope, row: GroupRow | undefined) {
    return row && { ...row, [groupEntity.members]: await links.members(db, scope, row.id) };
  }
  async function itemsOf(db: DbOrTx, ids: readonly number[]): Promise<R[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .select(fields)
      .from(table)
      .where(sql`${table.id} = any(${sql.param([...ids])}::int[])`);
    return rows as R[];
  }
  return {
    items: {
      ...items,
      async list(db, scope, query) {
        const found = await items.list(db, scope, query);
        const { group_id: group } = query;
        const placed = (row: R) => row.places.find(([id]) => id === group)?.[1] ?? row.position;
        return { ...found, rows: found.rows.map((row) => ({ ...row, position: placed(row) })) };
      },
      async insert(tx, { change, ...values }) {
        const row = await items.insert(tx, values);
        await links.place(tx, row.id, change as Places);
        return (await items.get(tx, { all: true }, row.id)) as R;
      },
      async update(tx, id, { change, ...values }) {
        if (change !== undefined) await links.place(tx, id, change as Places);
        return items.update(tx, id, values);
      },
    },
    groups: {
      ...groups,
      get: async (db, scope, id) => withMembers(db, scope, await groups.get(db, scope, id)),
      lock: async (tx, scope, id) => withMembers(tx, scope, await groups.lock(tx, scope, id)),
      async insert(tx, { change, ...values }) {
        const row = await groups.insert(tx, { ...values, ...kind?.values });
        if (change !== undefined) await links.collect(tx, row.id, change as MemberChange);
        return row;
      },
      async update(tx, id, { change, ...values }) {
        if (change !== undefined) await links.collect(tx, id, change as MemberChange);
        return groups.update(tx, id, values);
      },
    },
    itemsOf,
    allItems: async (db) => (await db.select(fields).from(table).orderBy(asc(table.id))) as R[],
    allGroups: async (db) =>
      (await db
        .select()
        .from(groupTable)
        .where(kind?.only)
        .orderBy(asc(groupTable.position), asc(groupTable.id))) as GroupRow[],
    countInGroup: links.count,
    members: links.members,
    async nextPosition(db) {
      const [row] = await db
        .select({ last: max(table.position) })
        .from(table)
        .where(links.free);
      return Number(row?.last ?? 0) + 1;
    },
    async nextGroupPosition(db) {
      const [row] = await db
        .select({ last: max(groupTable.position) })
        .from(groupTable)
        .where(kind?.only);
      return Number(row?.last ?? 0) + 1;
    },
    async orderItems(tx, groupId, ids) {
      const changed =
        groupId === null ? await reorder(tx, table, links.free, ids) : await links.order(tx, groupId, ids);
      return itemsOf(tx, changed);
    },
    async orderGroups(tx, ids) {
      const changed = await reorder(tx, groupTable, kind?.only ?? sql`true`, ids);
      if (changed.length === 0) return [];
      return (await tx
        .select()
        .from(groupTable)
        .where(and(kind?.only, inArray(groupTable.id, changed)))) as GroupRow[];
    },
  };
}
