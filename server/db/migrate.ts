import { fileURLToPath } from 'node:url';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Db } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Brings the database to the newest schema. Each migration runs once; all of them in one transaction. */
export async function migrate(db: Db): Promise<void> {
  await runMigrations(db, { migrationsFolder });
}
