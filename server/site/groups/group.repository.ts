import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, type TableRepository, tableRepository } from '../../platform/db/tableRepository.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { terminalGroup } from './group.table.ts';
import type { GroupKind } from './groupKind.ts';
import type { MemberTables } from './members.repository.ts';

/** A group; read singly, it also has the ids of its members within the scope, under the kind's field name. */
export interface GroupRow extends Row {
  name: string;
  created_at: number;
}
/** Change of members, written beside the columns. */
export interface MemberChange {
  join: readonly number[];
  leave: readonly number[];
}
/** A group as it is held in memory. */
export interface StoredGroup {
  id: number;
  name: string;
  rev: number;
  members: number[];
}

const within = ({ of }: MemberTables, scope: Scope) =>
  scope.all === true ? undefined : inArray(of.org, [...scope.ids]);

/**
 * Repository of the groups of a kind. `lock` and `get` read the members within the scope, `insert` and
 * `update` take a `MemberChange` as `change`.
 *
 * @param visible ids of the groups that a limited scope may see
 */
export function groupRepository(
  kind: GroupKind,
  visible: (scope: Scope) => number[],
): TableRepository<GroupRow> {
  const table = tableRepository<GroupRow>(terminalGroup, {
    sortable: kind.entity.sortable,
    searchable: kind.entity.searchable,
    defaultSort: 'name',
    only: eq(terminalGroup.kind, kind.name),
    scope: (zones) => inArray(terminalGroup.id, visible({ ids: new Set(zones) })),
  });
  const { tables } = kind;
  const { of, link, member } = tables;
  async function withMembers(db: DbOrTx, scope: Scope, row: GroupRow | undefined) {
    if (row === undefined) return undefined;
    const members = await db
      .select({ id: member })
      .from(link)
      .innerJoin(of, eq(of.id, member))
      .where(and(eq(link.group_id, row.id), within(tables, scope)))
      .orderBy(asc(member));
    return { ...row, [kind.entity.members]: members.map((each) => each.id) };
  }
  return {
    ...table,
    get: async (db, scope, id) => withMembers(db, scope, await table.get(db, scope, id)),
    lock: async (tx, scope, id) => withMembers(tx, scope, await table.lock(tx, scope, id)),
    async insert(tx, { change, ...values }) {
      const row = await table.insert(tx, { ...values, kind: kind.name });
      await write(tx, tables, row.id, change as MemberChange);
      return row;
    },
    async update(tx, id, { change, ...values }) {
      await write(tx, tables, id, change as MemberChange);
      return table.update(tx, id, values);
    },
  };
}

async function write(
  tx: DbOrTx,
  { link, member }: MemberTables,
  group: number,
  { join, leave }: MemberChange,
): Promise<void> {
  const column = sql.identifier(member.name);
  if (leave.length > 0)
    await tx.execute(
      sql`delete from ${link} where group_id = ${group} and ${column} = any(${sql.param([...leave])}::int[])`,
    );
  if (join.length > 0)
    await tx.execute(
      sql`insert into ${link} (group_id, ${column})
        select ${group}, unnest(${sql.param([...join])}::int[]) on conflict do nothing`,
    );
}

/** Counts the ids that may be members and lie within the scope. */
export async function countEligible(
  db: DbOrTx,
  scope: Scope,
  tables: MemberTables,
  ids: readonly number[],
): Promise<number> {
  const { of, only } = tables;
  const isOneOf = sql`${of.id} = any(${sql.param([...ids])}::int[])`;
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(of)
    .where(and(isOneOf, only, within(tables, scope)));
  return row?.n ?? 0;
}

/** Tells if a group has members outside the scope. */
export async function hasOthers(
  db: DbOrTx,
  scope: Scope,
  { of, link, member }: MemberTables,
  group: number,
): Promise<boolean> {
  if (scope.all === true) return false;
  const found = await db
    .select({ id: of.id })
    .from(link)
    .innerJoin(of, eq(of.id, member))
    .where(and(eq(link.group_id, group), or(isNull(of.org), notInArray(of.org, [...scope.ids]))))
    .limit(1);
  return found.length > 0;
}

/**
 * Groups with all their members, in one statement, so that both are of the same moment. `id` null: all of the
 * kind.
 */
export async function stored(db: DbOrTx, kind: GroupKind, id: number | null): Promise<StoredGroup[]> {
  const { link, member } = kind.tables;
  const column = sql.identifier(member.name);
  const members = sql<number[]>`array(select m.${column} from ${link} m
    where m.group_id = terminal_group.id order by m.${column})`;
  return db
    .select({ id: terminalGroup.id, name: terminalGroup.name, rev: terminalGroup.rev, members })
    .from(terminalGroup)
    .where(and(eq(terminalGroup.kind, kind.name), id === null ? undefined : eq(terminalGroup.id, id)))
    .orderBy(asc(terminalGroup.id));
}
