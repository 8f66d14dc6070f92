import { ne, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import { broadcast } from './broadcast.table.ts';

type Placeable = { id: number; user: string; row: number };

/** Broadcasts that have not ended and hold files in their list. */
export async function broadcastsWith(db: DbOrTx, ids: readonly number[]): Promise<Placeable[]> {
  const found = await db.execute<Placeable>(sql`
    select used.id, b.name as user, b.id as row from broadcast b, lateral (
      select distinct (value ->> 'file_id')::int as id from jsonb_array_elements(b.items)) used
    where b.state <> 'ended' and used.id = any(${sql.param([...ids])}::int[])`);
  return found.rows;
}

/** Programme folders of the broadcasts that have not ended, relative to the data folder. */
export async function pathsOnAir(db: DbOrTx): Promise<Set<string>> {
  const rows = await db
    .select({ items: broadcast.items })
    .from(broadcast)
    .where(ne(broadcast.state, 'ended'));
  return new Set(rows.flatMap((row) => row.items.map((item) => item.path)));
}
