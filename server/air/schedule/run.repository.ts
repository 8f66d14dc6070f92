import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { type Db, type DbOrTx, hasSqlState } from '../../platform/db/client.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import { broadcast } from '../broadcast/broadcast.table.ts';
import { insertTargets, writeProofs } from '../broadcast/proofs.repository.ts';
import { forgetMissed } from '../journal/air.repository.ts';

/** Run to be stored, with its id. */
export type NewRun = typeof broadcast.$inferInsert & { id: number };

/**
 * Stores a run with its targets; null when this task was run for this due time already, or was deleted. A run
 * that was stored as missed may still be run: the wall clock was set back.
 */
export async function insertRun(
  db: Db,
  values: NewRun,
  terminals: readonly number[],
  reason: string | null = null,
): Promise<BroadcastRow | null> {
  const { task_id, due_at } = values;
  const isTimed = typeof task_id === 'number' && typeof due_at === 'number';
  try {
    return await db.transaction(async (tx) => {
      if (isTimed && values.end_reason !== 'missed') await forgetMissed(tx, task_id, due_at);
      const [row] = await tx
        .insert(broadcast)
        .overridingSystemValue()
        .values(values)
        .onConflictDoNothing()
        .returning();
      if (row === undefined) return null;
      await insertTargets(tx, row.id, terminals, reason);
      return row;
    });
  } catch (error) {
    if (hasSqlState(error, '23503')) return null;
    throw error;
  }
}

export interface ControlOutcome {
  terminal_id: number;
  /** Time at which the command was acknowledged, epoch ms; null: it failed, for `reason`. */
  first_sound_at: number | null;
  reason: string | null;
}

/** Ends a control task with the outcomes of its terminals. */
export async function endControl(db: DbOrTx, id: number, outcomes: readonly ControlOutcome[]): Promise<void> {
  await writeProofs(db, id, outcomes);
  await db
    .update(broadcast)
    .set({ state: 'ended', end_reason: 'done', ended_at: Math.floor(Date.now() / 1000) })
    .where(eq(broadcast.id, id));
}

/** Tells if a run that the server missed was also not played offline by one of its terminals. */
export async function unheard(db: DbOrTx, task: number, due: number): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from broadcast b join broadcast_target t on t.broadcast_id = b.id
    where b.task_id = ${task} and b.due_at = ${due} and b.end_reason in ('missed', 'offline')
      and t.first_sound_at is null limit 1`);
  return (found.rowCount ?? 0) > 0;
}

/**
 * Corrects runs after the clock was wrong and was set back: future runs that were stored as missed are
 * deleted, and with `all` other future runs lose their due time, so that the due time can be run again.
 */
export async function forgetAhead(db: Db, now: number, all: boolean): Promise<void> {
  const ahead = and(isNotNull(broadcast.task_id), gt(broadcast.due_at, now), eq(broadcast.state, 'ended'));
  await db.transaction(async (tx) => {
    await tx.delete(broadcast).where(and(ahead, eq(broadcast.end_reason, 'missed')));
    if (all) await tx.update(broadcast).set({ due_at: null }).where(ahead);
  });
}

/** Due times for which tasks were run since a time, as `task:due`. */
export async function runsSince(db: DbOrTx, since: number): Promise<string[]> {
  const rows = await db
    .select({ task: broadcast.task_id, due: broadcast.due_at })
    .from(broadcast)
    .where(and(isNotNull(broadcast.task_id), sql`${broadcast.due_at} >= ${since}`));
  return rows.map(({ task, due }) => `${task}:${due}`);
}
