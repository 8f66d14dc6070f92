import { and, eq, gte } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import { broadcast, broadcastTarget } from '../broadcast/broadcast.table.ts';
import { writeProofs } from '../broadcast/proofs.repository.ts';

/** Runs since a time that a person stopped, as `task:due`. */
export async function stoppedSince(db: DbOrTx, since: number): Promise<Set<string>> {
  const rows = await db
    .select({ task: broadcast.task_id, due: broadcast.due_at })
    .from(broadcast)
    .where(and(gte(broadcast.due_at, since), eq(broadcast.end_reason, 'stopped')));
  return new Set(rows.map(({ task, due }) => `${task}:${due}`));
}

/** Finds the run of a task at a due time, epoch ms. */
export async function runOf(
  db: DbOrTx,
  task: number,
  due: number,
): Promise<{ id: number; end_reason: string | null } | undefined> {
  const rows = await db
    .select({ id: broadcast.id, end_reason: broadcast.end_reason })
    .from(broadcast)
    .where(and(eq(broadcast.task_id, task), eq(broadcast.due_at, due)));
  return rows[0];
}

/** Adds what a terminal played offline to its proof of delivery; idempotent. False if it was no target. */
export async function addPlayed(
  db: DbOrTx,
  id: number,
  terminal: number,
  played: { first_sound_ms: number | null; played_ms: number },
): Promise<boolean> {
  const [target] = await db
    .select({ reason: broadcastTarget.reason })
    .from(broadcastTarget)
    .where(and(eq(broadcastTarget.broadcast_id, id), eq(broadcastTarget.terminal_id, terminal)));
  if (target === undefined) return false;
  const { first_sound_ms: first_sound_at, played_ms: offline_ms } = played;
  await writeProofs(db, id, [{ terminal_id: terminal, first_sound_at, reason: target.reason, offline_ms }]);
  return true;
}

/** Marks a run that the server had missed as played offline. */
export async function wasPlayed(db: DbOrTx, id: number): Promise<void> {
  await db
    .update(broadcast)
    .set({ end_reason: 'offline' })
    .where(and(eq(broadcast.id, id), eq(broadcast.end_reason, 'missed')));
}
