import { eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '../../../platform/db/client.ts';
import { ttsLicense } from './license.table.ts';

export async function all(db: DbOrTx) {
  return db.select().from(ttsLicense);
}

/** Serialises grants, so that together they never exceed the total. */
export async function lock(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tocsin.tts_license'))`);
}

/** Number of licences granted to all terminals but one. */
export async function grantedToOthers(tx: Tx, terminalId: number): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`coalesce(sum(${ttsLicense.licenses}), 0)::int` })
    .from(ttsLicense)
    .where(sql`${ttsLicense.terminal_id} <> ${terminalId}`);
  return row?.n ?? 0;
}

/** Sets the licences of a terminal; 0 revokes the authorization. */
export async function put(tx: Tx, terminal_id: number, licenses: number): Promise<void> {
  if (licenses === 0) await tx.delete(ttsLicense).where(eq(ttsLicense.terminal_id, terminal_id));
  else
    await tx
      .insert(ttsLicense)
      .values({ terminal_id, licenses })
      .onConflictDoUpdate({ target: ttsLicense.terminal_id, set: { licenses } });
}
