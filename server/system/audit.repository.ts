import type { DbOrTx } from '../db/client.ts';
import { audit } from '../db/schema.ts';

/** Rows of one statement: PostgreSQL takes at most 65,535 parameters. */
const CHUNK = 5_000;

export async function insert(tx: DbOrTx, rows: Array<typeof audit.$inferInsert>): Promise<void> {
  for (let i = 0; i < rows.length; i += CHUNK) await tx.insert(audit).values(rows.slice(i, i + CHUNK));
}
