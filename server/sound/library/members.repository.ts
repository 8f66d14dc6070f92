import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '../../platform/db/client.ts';
import type { Scope } from '../../platform/live/scope.ts';

/** Table of library entries. */
export type LibraryTable = PgTable & Record<'id' | 'org' | 'position' | 'rev', PgColumn>;
/** Link table of groups and entries (`libraryMembers`). */
export type LinkTable = PgTable & Record<'group_id' | 'item_id' | 'position', PgColumn>;

/** Groups that an entry joins and leaves. `at`: its place in those that it joins; default: after the last. */
export interface Places {
  join: readonly number[];
  leave: readonly number[];
  at?: number | undefined;
}
/** Entries that a group takes in and gives up, and the order of all that its editor sees. */
export interface MemberChange {
  join: readonly number[];
  leave: readonly number[];
  order: readonly number[];
}

const ids = (list: readonly number[]) => sql`${sql.param([...list])}::int[]`;

/** Statements about the groups of a kind of entry. */
export function libraryLinks(items: LibraryTable, link: LinkTable) {
  const name = sql.identifier(getTableName(items));
  const ofItem = sql`from ${link} m where m.item_id = ${name}.id`;
  const free = sql`not exists (select 1 ${ofItem})`;
  const position = sql<number>`coalesce((select m.position ${ofItem} order by m.group_id limit 1), ${name}.position)`;

  /** Puts entries that are in no group any more behind the others without one. */
  async function placeFree(tx: DbOrTx, of: readonly number[]): Promise<void> {
    if (of.length === 0) return;
    await tx.execute(sql`update ${items} set position =
        (select coalesce(max(${name}.position), 0) + 1 from ${items} where ${free} and ${name}.id <> all(${ids(of)}))
      where ${name}.id = any(${ids(of)}) and ${free}`);
  }
  return {
    /** Computed columns of an entry. */
    computed: {
      group_ids: sql<number[]>`array(select m.group_id ${ofItem} order by m.group_id)`,
      places: sql<
        [number, number][]
      >`coalesce((select jsonb_agg(jsonb_build_array(m.group_id, m.position) order by m.group_id) ${ofItem}), '[]')`,
      group_id: sql<number | null>`(select min(m.group_id) ${ofItem})`,
      position,
    } satisfies Record<string, SQL>,
    filters: {
      group_id: (group: unknown) =>
        group === null ? free : sql`exists (select 1 ${ofItem} and m.group_id = ${group})`,
    },
    orders: {
      position: ({ group_id }: Record<string, unknown>) =>
        typeof group_id === 'number'
          ? sql`(select m.position ${ofItem} and m.group_id = ${group_id})`
          : position,
    },
    free,
    async place(tx: DbOrTx, item: number, { join, leave, at }: Places): Promise<void> {
      if (leave.length > 0)
        await tx.execute(sql`delete from ${link} where item_id = ${item} and group_id = any(${ids(leave)})`);
      if (join.length > 0)
        await tx.execute(sql`insert into ${link} (group_id, item_id, position)
          select g, ${item}::int, coalesce(${at ?? null}::int,
            (select coalesce(max(m.position), 0) + 1 from ${link} m where m.group_id = g))
          from unnest(${ids(join)}) g
          on conflict (group_id, item_id) do update set position = excluded.position`);
      if (leave.length > 0) await placeFree(tx, [item]);
    },
    /** Changes the entries of a group; those that the editor does not see stay, behind the others. */
    async collect(tx: DbOrTx, group: number, { join, leave, order }: MemberChange): Promise<void> {
      if (leave.length > 0) {
        await tx.execute(sql`delete from ${link} where group_id = ${group} and item_id = any(${ids(leave)})`);
        await placeFree(tx, leave);
      }
      if (join.length > 0)
        await tx.execute(sql`insert into ${link} (group_id, item_id, position)
          select ${group}::int, i, 0 from unnest(${ids(join)}) i on conflict do nothing`);
      await this.order(tx, group, order);
      await tx.execute(
        sql`update ${items} set rev = rev + 1 where ${name}.id = any(${ids([...join, ...leave])})`,
      );
    },
    /** Numbers the entries of a group by their place in `wanted`; the others follow. Returns the changed ids. */
    async order(tx: DbOrTx, group: number, wanted: readonly number[]): Promise<number[]> {
      const changed = await tx.execute<{ id: number }>(sql`
        with placed as (
          update ${link} t set position = o.place from (
            select m.item_id, row_number() over (order by w.place nulls last, m.position, m.item_id)::int as place
            from ${link} m
            left join unnest(${ids([...new Set(wanted)])}) with ordinality as w(id, place) on w.id = m.item_id
            where m.group_id = ${group}
          ) o
          where t.group_id = ${group} and t.item_id = o.item_id and t.position <> o.place
          returning t.item_id
        )
        update ${items} set rev = rev + 1 where ${name}.id in (select item_id from placed) returning ${name}.id`);
      return changed.rows.map((row) => row.id);
    },
    async count(db: DbOrTx, group: number): Promise<number> {
      const found = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from ${link} where group_id = ${group}`,
      );
      return found.rows[0]?.n ?? 0;
    },
    /** Ids of the entries of a group within a scope, in their order. */
    async members(db: DbOrTx, scope: Scope, group: number): Promise<number[]> {
      const seen =
        scope.all === true ? sql`true` : sql`(i.org is null or i.org = any(${ids([...scope.ids])}))`;
      const found = await db.execute<{ id: number }>(sql`
        select i.id from ${link} m join ${items} i on i.id = m.item_id
        where m.group_id = ${group} and ${seen} order by m.position, m.item_id`);
      return found.rows.map((row) => row.id);
    },
  };
}
export type LibraryLinks = ReturnType<typeof libraryLinks>;
