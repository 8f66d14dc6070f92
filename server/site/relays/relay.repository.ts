import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type RelayAside, type RelayRecord, relay } from './relay.table.ts';

export type { RelayRecord } from './relay.table.ts';

export async function all(db: DbOrTx): Promise<RelayRecord[]> {
  return db.select().from(relay);
}

/** Stores a relay that has joined; one with the same key joins anew. */
export async function join(
  tx: DbOrTx,
  values: Pick<RelayRecord, 'name' | 'org' | 'public_key' | 'version' | 'peer_addr' | 'seen_at'>,
): Promise<RelayRecord> {
  const [row] = await tx
    .insert(relay)
    .values(values)
    .onConflictDoUpdate({ target: relay.public_key, set: { ...values, withdrawn_at: null } })
    .returning();
  if (row === undefined) throw new Error('no relay was stored');
  return row;
}

export async function update(
  db: DbOrTx,
  id: number,
  set: Partial<
    Pick<
      RelayRecord,
      | 'version'
      | 'peer_addr'
      | 'seen_at'
      | 'withdrawn_at'
      | 'org'
      | 'ids'
      | 'aside'
      | 'accounts'
      | 'offline_days'
    >
  >,
): Promise<void> {
  await db.update(relay).set(set).where(eq(relay.id, id));
}

/** Number of refused lines that are kept for each relay. */
export const MAX_ASIDE = 100;

/** Line of the journal of a relay that is stored, and all lines before it. */
export interface Told {
  relay: number;
  seq: number;
  /** Set if it was refused, and is put aside. */
  aside?: RelayAside;
}

export async function setTold(tx: DbOrTx, { relay: id, seq, aside }: Told): Promise<void> {
  const one = aside === undefined ? null : sql`${JSON.stringify([aside])}::jsonb`;
  const isFull = sql`jsonb_array_length(${relay.aside}) >= ${MAX_ASIDE}`;
  const more = one && sql`(case when ${isFull} then ${relay.aside} - 0 else ${relay.aside} end) || ${one}`;
  await tx
    .update(relay)
    .set({ told: sql`greatest(${relay.told}, ${seq}::bigint)`, ...(more === null ? {} : { aside: more }) })
    .where(eq(relay.id, id));
}
