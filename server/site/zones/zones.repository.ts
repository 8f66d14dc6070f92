import { asc, eq, sql } from 'drizzle-orm';
import { partitionEntity } from '../../../contract/entities/site/partition.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { accountPartition, partition } from './zones.table.ts';

export interface PartitionRow extends Row {
  name: string;
  code: string;
  parent_id: number | null;
  password_hash: string | null;
  created_at: number;
}

export const partitions = tableRepository<PartitionRow>(partition, {
  sortable: partitionEntity.sortable,
  searchable: partitionEntity.searchable,
  defaultSort: 'name',
  scope: 'id',
});

export async function allZones(db: DbOrTx) {
  return db
    .select({
      id: partition.id,
      name: partition.name,
      code: partition.code,
      parent_id: partition.parent_id,
      has_password: sql<boolean>`${partition.password_hash} is not null`,
      rev: partition.rev,
    })
    .from(partition)
    .orderBy(asc(partition.name), asc(partition.id));
}

/** Roots of an account's zones. */
export async function rootsOf(db: DbOrTx, accountId: number): Promise<number[]> {
  const rows = await db
    .select({ id: accountPartition.partition_id })
    .from(accountPartition)
    .where(eq(accountPartition.account_id, accountId));
  return rows.map((row) => row.id);
}

/** Maximum names listed when a zone cannot be deleted; the rest is a number. */
const NAMED = 5;

/**
 * Counts what lies directly in a zone: zones, terminals, entities of alarms and of the libraries; names the
 * first of them, in this order. A quick code of another zone that reaches this one is counted without its
 * name, unless the caller sees it.
 */
export async function contentsOf(
  db: DbOrTx,
  scope: Scope,
  id: number,
): Promise<{ count: number; names: string[] }> {
  const seen =
    scope.all === true ? sql`true` : sql`(org is null or org = any(${sql.param([...scope.ids])}::int[]))`;
  const found = await db.execute<{ n: number; names: string[] }>(sql`
    with inside as (
      select name, 0 as kind from partition where parent_id = ${id}
      union all select name, 1 from terminal where org = ${id}
      union all select name, 2 from alarm_plan where org = ${id}
      union all select name, 3 from linkage_task where org = ${id}
      union all select name, 4 from gpio_task where org = ${id}
      union all select case when ${seen} then code || ' ' || name end, 5 from quick_code where org = ${id} or orgs @> ${JSON.stringify([id])}::jsonb
      union all select name, 6 from file where org = ${id}
      union all select name, 7 from preset_text where org = ${id}
      union all select name, 8 from radio where org = ${id}
      union all select name, 9 from file_group where org = ${id}
      union all select name, 9 from media_group where org = ${id})
    select (select count(*)::int from inside) as n,
      array(select name from inside where name is not null order by kind, name limit ${NAMED}) as names`);
  const { n = 0, names = [] } = found.rows[0] ?? {};
  return { count: n, names };
}

/** Serialises changes of the tree's shape, so that two moves cannot create a cycle. */
export async function lockTree(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tocsin.partition'))`);
}
