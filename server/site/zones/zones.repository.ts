import { asc, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import { partitionEntity } from '../../../contract/entities/site/partition.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import { accountPartition, partition } from './zones.table.ts';

export interface PartitionRow extends Row {
  name: string;
  code: string;
  parent_id: number | null;
  password_hash: string | null;
  start_wait_s: number;
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
      start_wait_s: partition.start_wait_s,
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

/** Reads how many rows lie directly in a zone, and the first names: of zones, then of terminals, then of others. */
export type ReadContents = (
  db: DbOrTx,
  zone: number,
  names: number,
) => Promise<{ count: number; names: string[] }>;

/**
 * Creates the reader of what prevents the deletion of a zone: rows of every table with a foreign key to zones that does
 * not follow a deletion. Each of these tables has names.
 */
export function contentsReader(): ReadContents {
  let inside: SQL | undefined;
  return async (db, zone, names) => {
    inside ??= await rowsInZones(db);
    const found = await db.execute<{ count: number; names: string[] }>(sql`
      with inside as (select * from (${inside}) rows where zone = ${zone})
      select (select count(*)::int from inside) as count,
        array(select name from inside order by place, name limit ${names}) as names`);
    return found.rows[0] ?? { count: 0, names: [] };
  };
}

/** Makes the query of the rows of all these tables. */
async function rowsInZones(db: DbOrTx): Promise<SQL> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select relname as table, attname as column from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${getTableName(partition)}::regclass and confdeltype in ('a', 'r')`);
  const first = [getTableName(partition), 'terminal'];
  const each = rows.map(({ table, column }) => {
    const place = first.includes(table) ? first.indexOf(table) : first.length;
    return sql`select ${sql.identifier(column)} as zone, name, ${sql.raw(String(place))} as place from ${sql.identifier(table)}`;
  });
  return sql.join(each, sql` union all `);
}

/** Serialises changes of the tree's shape, so that two moves cannot create a cycle. */
export async function lockTree(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tocsin.partition'))`);
}
