import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Db } from './client.ts';

/** Steps of a new database: the first state, then what came after it. */
export const stepsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Steps that led to the first state, for databases and backups that began with them. */
export const formerFolder = join(stepsFolder, 'before');

/** One step of the schema: a database that has run it records `when`. */
export interface SchemaStep {
  /** Milliseconds since 1970, ascending; the first state has that of the last former step, which leads to the same tables. */
  when: number;
  tag: string;
  /** SQL file. */
  path: string;
}

/** Steps that make a new database, oldest first. */
export const schemaSteps = (): SchemaStep[] => readSteps(stepsFolder);

/** Steps of which the first state is the sum, oldest first. */
export const formerSteps = (): SchemaStep[] => readSteps(formerFolder);

function readSteps(folder: string): SchemaStep[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[];
  };
  return journal.entries.map(({ when, tag }) => ({ when, tag, path: join(folder, `${tag}.sql`) }));
}

/**
 * Finds the steps that a database has run, by the times that it recorded, oldest first: from the first state on, or by the
 * former steps.
 *
 * @returns undefined when this program does not know all of them, in this order
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

/** Runs and records those of the steps that are newer than the last one that the database has run, in one transaction. */
export async function runSteps(db: Db, steps: readonly SchemaStep[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-schema-'));
  try {
    const entries = steps.map(({ when, tag, path }, idx) => {
      const name = `${idx}_${tag}`;
      copyFileSync(path, join(folder, `${name}.sql`));
      return { idx, version: '7', when, tag: name, breakpoints: true };
    });
    mkdirSync(join(folder, 'meta'));
    const journal = { version: '7', dialect: 'postgresql', entries };
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
    await runMigrations(db, { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
