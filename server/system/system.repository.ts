import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Whether the database answers. */
export async function ping(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
