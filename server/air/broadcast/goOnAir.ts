import type { Actor, Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/client.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Source } from '../../sound/source/source.ts';
import type { BroadcastStart, Engine } from '../engine/engineApi.ts';
import type { PendingStart } from '../engine/pendingStarts.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Ids } from '../journal/ids.ts';
import * as repository from './broadcast.repository.ts';

export interface OnAirDeps {
  db: Db;
  audit: Audit;
  ids: Pick<Ids, 'next'>;
  engine: Pick<Engine, 'start' | 'withdraw' | 'pending' | 'takeOut'>;
}

/** A broadcast to be heard at once, with its entry for the audit log. */
export interface OnAir extends Pick<BroadcastStart, 'startedBy' | 'open'> {
  /** Absent: the next one. */
  id?: number;
  values: repository.NewBroadcast;
  terminals: readonly AdoptedTerminal[];
  by: Actor & { ip: string };
  action: string;
  after: Record<string, unknown>;
  /** Begun with the request, if preparing took time already; absent: begun here. */
  pending?: PendingStart;
}

/**
 * Stores a broadcast of stored media or of a stream, and puts it on the air before the commit: its files must
 * not be deleted meanwhile, and it is refused while the database is away (`startBeforeWrite` is not). The sound
 * waits neither for the entry of the audit log nor for the commit, and may be heard before it. When the commit fails, the broadcast is taken back.
 * `source` is closed when it is not played.
 *
 * @throws AppError 999 when it was stopped before it was on the air
 */
export async function goOnAir(deps: OnAirDeps, air: OnAir, source: Source): Promise<RunningBroadcast> {
  const { db, engine } = deps;
  const {
    values,
    terminals,
    by,
    action,
    after,
    pending: begun,
    id = deps.ids.next('broadcast'),
    ...start
  } = air;
  const pending = begun ?? engine.pending.begin(terminals.map(({ id }) => id));
  const stored = Promise.withResolvers<void>();
  let started: RunningBroadcast | null = null;
  try {
    pending.mustGoOn(values.name);
    return await db.transaction(async (tx) => {
      const ids = terminals.map((terminal) => terminal.id);
      const row = await repository.insert(tx, { ...values, id }, ids);
      const targets = terminals.map(({ id, org }) => ({ terminal_id: id, org }));
      pending.mustGoOn(values.name);
      started = engine.start(
        { ...start, row, targets, requestedUs: pending.sinceUs },
        source,
        stored.promise,
      );
      // Their rows are written after this commit; nothing waits for them.
      if (pending.taken.length > 0) engine.takeOut(started, pending.taken).catch(() => {});
      pending.end();
      const entry = { action, entity: 'task', entity_id: row.id, ip: by.ip };
      await deps.audit.record(tx, by, { ...entry, after: { ...after, terminals: ids.length } });
      return started;
    });
  } catch (error) {
    if (started === null) source.close();
    else engine.withdraw(started);
    throw error;
  } finally {
    pending.end();
    stored.resolve();
  }
}
