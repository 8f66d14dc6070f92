import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { preference } from './preference.table.ts';

/** Stored value, or null. */
export async function get(db: DbOrTx, accountId: number, key: string): Promise<unknown> {
  const rows = await db
    .select({ value: preference.value })
    .from(preference)
    .where(and(eq(preference.account_id, accountId), eq(preference.key, key)));
  return rows[0]?.value ?? null;
}

export async function put(db: DbOrTx, accountId: number, key: string, value: unknown): Promise<void> {
  // Passed as text: a bare JSON null would become SQL's null.
  const json = sql`${JSON.stringify(value)}::jsonb`;
  await db
    .insert(preference)
    .values({ account_id: accountId, key, value: json })
    .onConflictDoUpdate({ target: [preference.account_id, preference.key], set: { value: json } });
}
