import { sql } from 'drizzle-orm';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { StartError } from '../process/startError.ts';
import type { Db } from './client.ts';
import { formerFolder, formerSteps, schemaSteps, stepsFolder } from './schemaSteps.ts';

/** Migrations that a database has run, oldest first, by their recorded time; none for a new database. */
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
 * Refuses a database that a newer program has migrated: this one would misread it, and write rows that the
 * newer one cannot read.
 *
 * @throws StartError
 */
export async function refuseNewer(db: Db): Promise<void> {
  const known = new Set([...formerSteps(), ...schemaSteps()].map(({ when }) => when));
  const unknown = (await recordedMigrations(db)).filter((when) => !known.has(when));
  if (unknown.length === 0) return;
  const last = new Date(unknown.at(-1) ?? 0).toISOString().slice(0, 10);
  throw new StartError(
    'The database was changed by a newer version of this program ' +
      `(changes of its tables that this one does not know: ${unknown.length}, the last of ${last}).\n` +
      'Nothing was touched. Start the newer version, or restore a backup that was made before it was installed.',
    'newer',
  );
}

/**
 * Migrates the database to the newest schema. Each step runs once, those of a folder in one transaction. A
 * database within the former steps first runs the rest of them, which leaves it at the first state.
 *
 * @throws StartError when the database is newer than this program
 */
export async function migrate(db: Db): Promise<void> {
  await refuseNewer(db);
  const last = (await recordedMigrations(db)).at(-1);
  const first = schemaSteps()[0];
  if (last !== undefined && first && last < first.when)
    await runMigrations(db, { migrationsFolder: formerFolder });
  await runMigrations(db, { migrationsFolder: stepsFolder });
}
