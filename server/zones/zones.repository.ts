import { asc, eq, sql } from 'drizzle-orm';
import { partitionEntity } from '../../contract/entities/partition.ts';
import type { DbOrTx } from '../db/client.ts';
import { partition, terminal } from '../db/schema.ts';
import { type Row, tableRepository } from '../db/tableRepository.ts';

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

/** How many zones and terminals lie directly in a zone. */
export async function contentsOf(db: DbOrTx, id: number): Promise<number> {
  const [zones] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(partition)
    .where(eq(partition.parent_id, id));
  const [terminals] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(terminal)
    .where(eq(terminal.org, id));
  return (zones?.n ?? 0) + (terminals?.n ?? 0);
}

/** Serialises changes of the tree's shape, so that two moves cannot make a loop. */
export async function lockTree(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tocsin.partition'))`);
}
