import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { restoreDatabase } from '../../../server/edge/backup/database/restoreDatabase.ts';
import { makeBackup } from '../../../server/edge/backup/makeBackup.ts';
import { schemaSql } from '../../../server/edge/backup/schemaSql.ts';
import { verifyArchive } from '../../../server/edge/backup/verifyArchive.ts';
import { migrate, recordedMigrations } from '../../../server/platform/db/migrate.ts';
import { type OpenDb, openDb } from '../../../server/platform/db/openDb.ts';
import { formerSteps, runSteps, schemaSteps, stepsRun } from '../../../server/platform/db/schemaSteps.ts';
import { StartError } from '../../../server/platform/process/startError.ts';
import { isLong } from '../../support/random.ts';
import { everyRow, fillEveryTable } from '../backup/backupRows.ts';
import { createEmptyDb } from '../backup/emptyDb.ts';
import { catalogOf } from './catalog.ts';

interface Opened extends OpenDb {
  url: string;
  client: pg.Client;
}

let opened: { open: Opened; drop: () => Promise<void> }[];
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const { open, drop } of opened) {
    await open.client.end();
    await open.close();
    await drop();
  }
});

/** Creates a database without tables. */
async function empty(): Promise<Opened> {
  const { url, drop } = await createEmptyDb();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const open = { ...openDb(url, { max: 1 }), url, client };
  opened.push({ open, drop });
  return open;
}

const former = formerSteps();
const [first, ...later] = schemaSteps();
const whens = (steps: readonly { when: number }[]) => steps.map(({ when }) => when);

/** Inserts rows into every table, as a superuser. */
async function fill({ url }: Opened, count: number): Promise<string[]> {
  const admin = new URL(inject('postgresUrl'));
  admin.pathname = new URL(url).pathname;
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  return fillEveryTable(client, count).finally(() => client.end());
}

/** Catalog of a new database without owner names, which differ between test databases. */
async function catalog({ client }: Opened): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string }>('select current_user as name');
  const text = JSON.stringify(await catalogOf(client)).replaceAll(rows[0]?.name ?? '', 'owner');
  return JSON.parse(text) as Record<string, string[]>;
}

/** Catalog of a new database made by this version. */
async function newCatalog(): Promise<Record<string, string[]>> {
  const made = await empty();
  await migrate(made.db);
  expect(await recordedMigrations(made.db)).toEqual(whens(schemaSteps()));
  return catalog(made);
}

test('the first state equals the sum of the former steps, and has the time of the last one', async () => {
  expect(first?.when).toBe(former.at(-1)?.when);
  expect([...whens(former), ...whens(later)]).toEqual(
    [...whens(former), ...whens(later)].sort((a, b) => a - b),
  );
  const [by, at] = [await empty(), await empty()];
  await runSteps(by.db, former);
  await runSteps(at.db, schemaSteps().slice(0, 1));
  const made = await catalog(at);
  for (const kind of [
    'columns',
    'constraints',
    'indexes',
    'functions',
    'triggers',
    'sequences',
    'extensions',
  ])
    expect(made[kind]?.length, kind).toBeGreaterThan(0);
  expect(made).toEqual(await catalog(by));
});

test('a database at the last former step counts the first state as done', async () => {
  const database = await empty();
  await runSteps(database.db, former);
  await migrate(database.db);
  expect(await recordedMigrations(database.db)).toEqual([...whens(former), ...whens(later)]);
  expect(await catalog(database)).toEqual(await newCatalog());
});

if (isLong)
  test('a database between former steps runs the rest of them', async () => {
    const wanted = await newCatalog();
    for (const count of [1, former.length >> 1, former.length - 1]) {
      const database = await empty();
      await runSteps(database.db, former.slice(0, count));
      await migrate(database.db);
      expect(await recordedMigrations(database.db)).toEqual([...whens(former), ...whens(later)]);
      expect(await catalog(database)).toEqual(wanted);
    }
  });

test('a database with an unknown step is refused and stays unchanged', async () => {
  const database = await empty();
  await runSteps(database.db, former.slice(0, 3));
  const before = await catalog(database);
  await database.client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${(former[2]?.when ?? 0) + 1})`,
  );
  await expect(migrate(database.db)).rejects.toBeInstanceOf(StartError);
  expect(await catalog(database)).toEqual(before);
});

test('the recorded migrations identify the steps, from the first state or from the former ones', () => {
  expect(stepsRun([])).toEqual([]);
  expect(stepsRun(whens(schemaSteps()))).toEqual(schemaSteps());
  expect(stepsRun(whens(former.slice(0, 5)))).toEqual(former.slice(0, 5));
  expect(stepsRun([...whens(former), ...whens(later)])).toEqual([...former, ...later]);
  expect(stepsRun([...whens(schemaSteps()), 1])).toBeUndefined();
  expect(stepsRun(whens(former.slice(1)))).toBeUndefined();
});

if (isLong)
  test('backups of former states are restored as they are, and their SQL creates their tables', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-former-'));
    try {
      for (const count of [1, former.length]) {
        const source = await empty();
        await runSteps(source.db, former.slice(0, count));
        const made = await catalog(source);
        const tables = await fill(source, 3);
        const path = join(folder, `${count}.tar`);
        await makeBackup({
          dataDir: folder,
          url: source.url,
          path,
          keys: false,
          identity: 'here',
          program: '1',
        });

        const restored = await empty();
        await restoreDatabase(restored.url, path, await verifyArchive(path), null);
        expect(await everyRow(restored.client, tables)).toEqual(await everyRow(source.client, tables));
        expect(await recordedMigrations(restored.db)).toEqual(whens(former.slice(0, count)));

        // Restored installation; broadcasts that were on the air have ended.
        const settled = await empty();
        await restoreDatabase(settled.url, path, await verifyArchive(path), 'restored');
        expect((await everyRow(settled.client, ['setting'])).setting).toContain(
          '(identity,"""restored""",1)',
        );

        const written = await empty();
        await written.client.query(schemaSql(whens(former.slice(0, count))));
        const { schemas: _, ...byHand } = await catalog(written);
        expect(byHand).toEqual({ ...made, schemas: undefined });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
