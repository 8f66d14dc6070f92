import type { DbOrTx } from '../db/client.ts';
import { audit } from '../db/schema.ts';

export async function insert(tx: DbOrTx, values: typeof audit.$inferInsert): Promise<void> {
  await tx.insert(audit).values(values);
}
