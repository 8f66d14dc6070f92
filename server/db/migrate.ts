import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { StartError } from '../startError.ts';
import type { Db } from './client.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** One step of the schema: its file is `tag`.sql, and a database that has run it records `when`. */
export interface Migration {
  when: number;
  tag: string;
}

/** The steps of the schema that this program knows, oldest first. */
export function knownMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: Migration[];
  };
  return journal.entries.map(({ when, tag }) => ({ when, tag }));
}

/** The steps that a database has run, oldest first, by the time that each records; none for a new database. */
export async function recordedMigrations(db: Db): Promise<number[]> {
  const { rows: found } = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!found[0]?.name) return [];
  const { rows } = await db.execute<{ when: string }>(
    sql`select created_at as "when" from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map((row) => Number(row.when));
}

/**
 * Refuses a database that a newer program has changed: this one would read it wrongly, and write what the newer one
 * cannot read.
 *
 * @throws StartError
 */
export async function refuseNewer(db: Db): Promise<void> {
  const known = new Set(knownMigrations().map(({ when }) => when));
  const unknown = (await recordedMigrations(db)).filter((when) => !known.has(when));
  if (unknown.length === 0) return;
  const last = new Date(unknown.at(-1) ?? 0).toISOString().slice(0, 10);
  throw new StartError(
    'The database was changed by a newer version of this program ' +
      `(changes of its tables that this one does not know: ${unknown.length}, the last of ${last}).\n` +
      'Nothing was touched. Start the newer version, or restore a backup that was made before it was installed.',
  );
}

/**
 * Brings the database to the newest schema. Each migration runs once; all of them in one transaction.
 *
 * @throws StartError when the database is newer than this program
 */
export async function migrate(db: Db): Promise<void> {
  await refuseNewer(db);
  await runMigrations(db, { migrationsFolder });
}
