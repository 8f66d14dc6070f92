import { inArray, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { scheduledTask } from '../schedule.table.ts';

/** Use of a thing by a saved task: id of the thing, name and id of the task. */
export type TaskUse = { id: number; user: string; row: number };

/** Saved tasks that refer to these things in a column. */
export async function savedTasksWith(
  db: DbOrTx,
  column: 'file_group' | 'preset_text' | 'radio',
  ids: readonly number[],
): Promise<TaskUse[]> {
  const used = scheduledTask[column];
  return db
    .select({ id: sql<number>`${used}`, user: scheduledTask.name, row: scheduledTask.id })
    .from(scheduledTask)
    .where(inArray(used, [...ids]));
}

/** Saved tasks that play files, also as chimes. */
export async function tasksWithFiles(db: DbOrTx, ids: readonly number[]): Promise<TaskUse[]> {
  const found = await db.execute<TaskUse>(sql`
    select used.id, t.name as user, t.id as row from scheduled_task t, lateral (
      select value::int as id from jsonb_array_elements_text(t.files)
      union values (t.chime_before), (t.chime_after)) used
    where used.id = any(${sql.param([...ids])}::int[])`);
  return found.rows;
}
