import { eq, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { scheduledTask } from '../db/schema.ts';

/** Names of the saved tasks that play whatever lies in a group of files. */
export async function tasksWithGroup(db: DbOrTx, id: number): Promise<string[]> {
  const rows = await db
    .select({ name: scheduledTask.name })
    .from(scheduledTask)
    .where(eq(scheduledTask.file_group, id));
  return rows.map((row) => row.name);
}

/** Names of the saved tasks that play a file, or ring with it. */
export async function tasksWithFile(db: DbOrTx, id: number): Promise<string[]> {
  const rows = await db
    .select({ name: scheduledTask.name })
    .from(scheduledTask)
    .where(
      or(
        sql`${scheduledTask.files} @> ${JSON.stringify([id])}::jsonb`,
        eq(scheduledTask.chime_before, id),
        eq(scheduledTask.chime_after, id),
      ),
    );
  return rows.map((row) => row.name);
}
