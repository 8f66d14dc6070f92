import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Tells if the database answers. */
export async function ping(db: Db): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}

/** Version of PostgreSQL, as the server reports it. */
export async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ server_version: string }>(sql`show server_version`);
  return rows[0]?.server_version ?? '';
}
