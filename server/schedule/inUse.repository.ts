import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { scheduledTask } from '../db/schema.ts';

type Placeable = { id: number; user: string; row: number };

/** Saved tasks that play the files of a group. */
export async function tasksWithGroup(db: DbOrTx, id: number): Promise<{ name: string; row: number }[]> {
  return db
    .select({ name: scheduledTask.name, row: scheduledTask.id })
    .from(scheduledTask)
    .where(eq(scheduledTask.file_group, id));
}

/** Saved tasks that play files, also as chimes. */
export async function tasksWithFiles(db: DbOrTx, ids: readonly number[]): Promise<Placeable[]> {
  const found = await db.execute<Placeable>(sql`
    select used.id, t.name as user, t.id as row from scheduled_task t, lateral (
      select value::int as id from jsonb_array_elements_text(t.files)
      union values (t.chime_before), (t.chime_after)) used
    where used.id = any(${sql.param([...ids])}::int[])`);
  return found.rows;
}
