import type { Db } from '../db/client.ts';
import type { Actor, Audit } from '../system/audit.ts';
import type { AdoptedTerminal } from '../terminals/directory.ts';
import * as repository from './broadcast.repository.ts';
import type { BroadcastStart, Engine } from './engineApi.ts';
import type { RunningBroadcast } from './runningBroadcast.ts';
import type { Source } from './source.ts';

export interface OnAirDeps {
  db: Db;
  audit: Audit;
  engine: Pick<Engine, 'start' | 'withdraw'>;
}

/** A broadcast that is to be heard at once, and what the audit log is to say of it. */
export interface OnAir extends Pick<BroadcastStart, 'startedBy' | 'open' | 'emergency' | 'call' | 'ended'> {
  values: repository.NewBroadcast;
  terminals: readonly AdoptedTerminal[];
  by: Actor & { ip: string };
  action: string;
  after: Record<string, unknown>;
}

/**
 * Stores a broadcast and puts it on the air meanwhile: what is sent now is heard in 200 ms, and the disk has that long
 * to take the commit. When the commit fails, it is taken back. `source` is closed when it is not played.
 */
export async function goOnAir(deps: OnAirDeps, air: OnAir, source: Source): Promise<RunningBroadcast> {
  const { db, engine } = deps;
  const { values, terminals, by, action, after, ...start } = air;
  const stored = Promise.withResolvers<void>();
  let started: RunningBroadcast | null = null;
  try {
    return await db.transaction(async (tx) => {
      const ids = terminals.map((terminal) => terminal.id);
      const row = await repository.insert(tx, values, ids);
      const entry = { action, entity: 'task', entity_id: row.id, ip: by.ip };
      await deps.audit.record(tx, by, { ...entry, after: { ...after, terminals: ids.length } });
      const targets = terminals.map(({ id, org }) => ({ terminal_id: id, org }));
      started = engine.start({ ...start, row, targets }, source, stored.promise);
      return started;
    });
  } catch (error) {
    if (started === null) source.close();
    else engine.withdraw(started);
    throw error;
  } finally {
    stored.resolve();
  }
}
