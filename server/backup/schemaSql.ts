import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownMigrations, migrationsFolder } from '../db/migrate.ts';

/** The statements that make the tables of a database that has run these steps, for PostgreSQL's own tools. */
export function schemaSql(whens: readonly number[]): string {
  const tags = knownMigrations().filter(({ when }) => whens.includes(when));
  return tags
    .map(({ tag }) => `-- ${tag}\n${readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')}\n`)
    .join('\n');
}
