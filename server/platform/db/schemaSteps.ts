import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Db } from './client.ts';

/** Folder of the migrations of a new database: the first state, then later steps. */
export const stepsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/**
 * Folder of the former migrations, which lead to the first state, for databases and backups that began with
 * them.
 */
export const formerFolder = join(stepsFolder, 'before');

/** A migration: a database that has run it records `when`. */
export interface SchemaStep {
  /**
   * ms since 1970, ascending; the first state has that of the last former step, which leads to the same
   * tables.
   */
  when: number;
  tag: string;
  /** Path of the SQL file. */
  path: string;
}

/** Migrations that make a new database, oldest first. */
export const schemaSteps = (): SchemaStep[] => readSteps(stepsFolder);

/** Former migrations, whose sum is the first state, oldest first. */
export const formerSteps = (): SchemaStep[] => readSteps(formerFolder);

function readSteps(folder: string): SchemaStep[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[];
  };
  return journal.entries.map(({ when, tag }) => ({ when, tag, path: join(folder, `${tag}.sql`) }));
}

/**
 * Finds the migrations that a database has run by their recorded times, oldest first: from the first state
 * on, or through the former steps.
 *
 * @returns undefined when this program does not know all of them in this order
 */
export function stepsRun(recorded: readonly number[]): SchemaStep[] | undefined {
  const [first, ...later] = schemaSteps();
  const ways = [
    [...(first ? [first] : []), ...later],
    [...formerSteps(), ...later],
  ];
  const way = ways.find((steps) => recorded.every((when, n) => when === steps[n]?.when));
  return way?.slice(0, recorded.length);
}

/** Runs and records the migrations that are newer than the last recorded one, in one transaction. */
export async function runSteps(db: Db, steps: readonly SchemaStep[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-schema-'));
  try {
    const entries = steps.map(({ when, tag, path }, idx) => {
      const name = `${idx}_${tag}`;
      // Plain write: a temporary folder, read at once and removed.
      copyFileSync(path, join(folder, `${name}.sql`));
      return { idx, version: '7', when, tag: name, breakpoints: true };
    });
    mkdirSync(join(folder, 'meta'));
    const journal = { version: '7', dialect: 'postgresql', entries };
    // Plain write: as above.
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
    await runMigrations(db, { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
