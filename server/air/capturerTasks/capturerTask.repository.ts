import { asc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import { capturerTask } from './capturerTask.table.ts';

export type CapturerTaskRow = typeof capturerTask.$inferSelect;
export type NewCapturerTask = Omit<typeof capturerTask.$inferInsert, 'id' | 'rev' | 'created_at'>;

export function all(db: DbOrTx): Promise<CapturerTaskRow[]> {
  return db.select().from(capturerTask).orderBy(asc(capturerTask.id));
}

export async function insert(tx: DbOrTx, values: NewCapturerTask): Promise<number> {
  const [row] = await tx.insert(capturerTask).values(values).returning({ id: capturerTask.id });
  if (row === undefined) throw new Error('an insert returned no row');
  return row.id;
}

export async function update(tx: DbOrTx, id: number, values: Partial<NewCapturerTask>): Promise<void> {
  await tx
    .update(capturerTask)
    .set({ ...values, rev: sql`${capturerTask.rev} + 1` })
    .where(eq(capturerTask.id, id));
}

export async function remove(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(capturerTask).where(eq(capturerTask.id, id));
}
