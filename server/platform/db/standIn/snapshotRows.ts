import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import type { Rows } from './snapshotFiles.ts';
import { snapshotTables } from './snapshotTables.ts';

/** Reads the rows of snapshot tables as of one moment, each table in a fixed order. */
export async function readTables(db: Db, names: readonly string[]): Promise<Map<string, Rows>> {
  const found = new Map<string, Rows>();
  await db.transaction(
    async (tx) => {
      for (const name of names) {
        const { where = 'true' } = snapshotTables[name] ?? {};
        const { rows } = await tx.execute<{ row: string }>(
          sql.raw(`select to_jsonb(t)::text as row from "${name}" t where ${where} order by 1`),
        );
        found.set(
          name,
          rows.map(({ row }) => row),
        );
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return found;
}
