import { asc, eq } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type AskedRun, type QueuedStartRow, queuedStart } from './queuedStart.table.ts';

export async function insert(db: DbOrTx, row: QueuedStartRow): Promise<void> {
  await db.insert(queuedStart).values(row);
}

export async function remove(db: DbOrTx, id: number): Promise<void> {
  await db.delete(queuedStart).where(eq(queuedStart.id, id));
}

/** Waits of saved tasks. */
export const isAskedRun = (asked: QueuedStartRow['asked']): asked is AskedRun => 'scheduled_task' in asked;

/** Entries in the order of their arrival. */
export function all(db: DbOrTx): Promise<QueuedStartRow[]> {
  return db.select().from(queuedStart).orderBy(asc(queuedStart.since_at), asc(queuedStart.id));
}
