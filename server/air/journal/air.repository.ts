import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import { broadcast } from '../broadcast/broadcast.table.ts';
import { insertTargets, type StoredProof, writeProofs } from '../broadcast/proofs.repository.ts';

/** A broadcast as it is first stored. */
export interface NewAir {
  row: BroadcastRow;
  terminals: readonly number[];
  /** Reason of its targets, for a run that did not take place. */
  reason?: string | null;
}

/** Deletes the record that a run was missed, before the run is stored as one that took place. */
export async function forgetMissed(tx: DbOrTx, task: number, due: number): Promise<void> {
  const run = and(eq(broadcast.task_id, task), eq(broadcast.due_at, due));
  await tx.delete(broadcast).where(and(run, eq(broadcast.end_reason, 'missed')));
}

/** Deletes a broadcast that was prepared and never heard. */
export async function removeAir(db: DbOrTx, id: number): Promise<void> {
  await db.delete(broadcast).where(eq(broadcast.id, id));
}

/** Stores a broadcast under the id that it already has on the air. Idempotent. */
export async function insertAir(tx: DbOrTx, { row, terminals, reason = null }: NewAir): Promise<void> {
  const started_by = sql`(select id from account where id = ${row.started_by}::int)`;
  const task_id = sql`(select id from scheduled_task where id = ${row.task_id}::int)`;
  const isRun = row.task_id !== null && row.due_at !== null && row.end_reason !== 'missed';
  if (isRun) await forgetMissed(tx, row.task_id as number, row.due_at as number);
  const stored = await tx
    .insert(broadcast)
    .overridingSystemValue()
    .values({ ...row, started_by, task_id })
    .onConflictDoNothing()
    .returning({ id: broadcast.id });
  if (stored.length > 0) await insertTargets(tx, row.id, terminals, reason);
}

/** Adds terminals to a stored broadcast; existing targets stay as they are. */
export async function insertJoined(tx: DbOrTx, id: number, terminals: readonly number[]): Promise<void> {
  await tx.execute(sql`
    insert into broadcast_target (broadcast_id, terminal_id, org)
    select b.id, t.id, t.org from broadcast b, terminal t
    where b.id = ${id} and t.id = any(${sql.param([...terminals])}::int[])
    on conflict do nothing`);
  // Updates the counts by zone.
  await writeProofs(tx, id, []);
}

export const saveProofs = (tx: DbOrTx, id: number, proofs: readonly StoredProof[]) =>
  writeProofs(tx, id, proofs);
