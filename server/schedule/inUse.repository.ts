import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { scheduledTask } from '../db/schema.ts';
import type { Use } from '../shelf/used.ts';

/** Names of the saved tasks that play whatever lies in a group of files. */
export async function tasksWithGroup(db: DbOrTx, id: number): Promise<string[]> {
  const rows = await db
    .select({ name: scheduledTask.name })
    .from(scheduledTask)
    .where(eq(scheduledTask.file_group, id));
  return rows.map((row) => row.name);
}

/** The saved tasks that play files, or ring with them. */
export async function tasksWithFiles(db: DbOrTx, ids: readonly number[]): Promise<Use[]> {
  const found = await db.execute<Use>(sql`
    select used.id, t.name as user from scheduled_task t, lateral (
      select value::int as id from jsonb_array_elements_text(t.files)
      union values (t.chime_before), (t.chime_after)) used
    where used.id = any(${sql.param([...ids])}::int[])`);
  return found.rows;
}
