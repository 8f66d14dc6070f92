import { sql } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import { broadcast } from '../broadcast/broadcast.table.ts';
import { insertTargets, type StoredProof, writeProofs } from '../broadcast/proofs.repository.ts';

/** A broadcast as it is first stored. */
export interface NewAir {
  row: BroadcastRow;
  terminals: readonly number[];
}

/** Stores a broadcast under the id that it already has on the air. Idempotent. */
export async function insertAir(tx: DbOrTx, { row, terminals }: NewAir): Promise<void> {
  const started_by = sql`(select id from account where id = ${row.started_by}::int)`;
  const stored = await tx
    .insert(broadcast)
    .overridingSystemValue()
    .values({ ...row, started_by })
    .onConflictDoNothing()
    .returning({ id: broadcast.id });
  if (stored.length > 0) await insertTargets(tx, row.id, terminals);
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
