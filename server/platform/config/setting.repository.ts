import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { setting } from './setting.table.ts';

/** Site-wide setting, or null. */
export async function get(db: DbOrTx, key: string): Promise<unknown> {
  const rows = await db.select({ value: setting.value }).from(setting).where(eq(setting.key, key));
  return rows[0]?.value ?? null;
}

/** Serialises writers of a setting until the end of the transaction. */
export async function lock(tx: DbOrTx, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`setting ${key}`}))`);
}

export async function put(db: DbOrTx, key: string, value: unknown): Promise<void> {
  // Passed as text: a bare JSON null would become SQL's null.
  const json = sql`${JSON.stringify(value)}::jsonb`;
  await db
    .insert(setting)
    .values({ key, value: json })
    .onConflictDoUpdate({ target: setting.key, set: { value: json, rev: sql`${setting.rev} + 1` } });
}
