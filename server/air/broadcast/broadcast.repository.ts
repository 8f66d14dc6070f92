import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { account } from '../../platform/auth/account.table.ts';
import type { Db, DbOrTx } from '../../platform/db/client.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';
import { file } from '../../sound/files/file.table.ts';
import type { BroadcastStore } from '../engine/broadcast.ports.ts';
import type { StoredState } from '../engine/state/storedState.ts';
import type { BroadcastTargetInit } from '../engine/state/targets.ts';
import { readReason } from '../engine/storedReason.ts';
import type { BroadcastRow } from './broadcast.table.ts';
import { broadcast, broadcastTarget } from './broadcast.table.ts';
import { insertTargets, writeProofs } from './proofs.repository.ts';

/** A broadcast to be stored; its id is assigned separately. */
export type NewBroadcast = Omit<typeof broadcast.$inferInsert, 'id'>;

/**
 * Locks files against deletion until the transaction ends.
 * @throws AppError 404 for a file that is gone already
 */
async function holdFiles(tx: DbOrTx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const held = await tx
    .select({ id: file.id })
    .from(file)
    .where(inArray(file.id, [...ids]))
    .orderBy(asc(file.id))
    .for('share');
  if (held.length < new Set(ids).size) throw new AppError(errorCode.notFound, 'common.notFound');
}

/**
 * Stores a started broadcast and its targets. Its files are locked meanwhile, so that none can be deleted
 * between the check and the row that forbids it.
 * @throws AppError 404 for a file or a terminal that is gone
 */
export async function insert(
  tx: DbOrTx,
  values: NewBroadcast & { id: number },
  terminals: readonly number[],
): Promise<BroadcastRow> {
  await holdFiles(
    tx,
    values.items.flatMap((item) => item.file_id ?? []),
  );
  const [row] = await tx.insert(broadcast).overridingSystemValue().values(values).returning();
  if (row === undefined) throw new Error('an insert returned no row');
  if ((await insertTargets(tx, row.id, terminals)) < terminals.length)
    throw new AppError(errorCode.notFound, 'common.notFound');
  return row;
}

/**
 * Stores the state of a broadcast. An ended broadcast stays ended: an earlier write may arrive after that of
 * the end.
 */
export async function saveState(db: DbOrTx, id: number, state: StoredState): Promise<void> {
  await db
    .update(broadcast)
    .set({ ...state, rev: sql`${broadcast.rev} + 1` })
    .where(and(eq(broadcast.id, id), ne(broadcast.state, 'ended')));
}

/** The engine's storage of running broadcasts in the database. */
export function broadcastStore(db: Db): BroadcastStore {
  return {
    save: (id, state) => saveState(db, id, state),
    saveProofs: (id, proofs) => writeProofs(db, id, proofs),
    running: () => running(db),
  };
}

async function running(db: Db) {
  const rows = await db
    .select({ row: broadcast, by: account.name })
    .from(broadcast)
    .leftJoin(account, eq(account.id, broadcast.started_by))
    .where(ne(broadcast.state, 'ended'))
    .orderBy(asc(broadcast.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ row }) => row.id);
  const all = await db
    .select({
      broadcast: broadcastTarget.broadcast_id,
      id: terminal.id,
      org: terminal.org,
      reason: broadcastTarget.reason,
      heard: {
        first_sound_at: broadcastTarget.first_sound_at,
        played_ms: broadcastTarget.played_ms,
        received: broadcastTarget.received,
        lost: broadcastTarget.lost,
        late: broadcastTarget.late,
        gaps: broadcastTarget.gaps,
        missed_ms: broadcastTarget.missed_ms,
      },
    })
    .from(broadcastTarget)
    .innerJoin(terminal, eq(terminal.id, broadcastTarget.terminal_id))
    .where(inArray(broadcastTarget.broadcast_id, ids));
  const targets = new Map<number, BroadcastTargetInit[]>(ids.map((id) => [id, []]));
  for (const { broadcast: id, id: terminal_id, org, reason, heard } of all) {
    if (!readReason(reason).left) targets.get(id)?.push({ terminal_id, org, heard });
  }
  return rows.map(({ row, by }) => ({ row, startedBy: by ?? '', targets: targets.get(row.id) ?? [] }));
}
