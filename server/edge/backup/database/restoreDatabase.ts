import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDb } from '../../../platform/db/openDb.ts';
import { runSteps, type SchemaStep, stepsRun } from '../../../platform/db/schemaSteps.ts';
import { StartError } from '../../../platform/process/startError.ts';
import type { Manifest } from '../manifest.ts';
import { type Entry, readEntries, skip } from '../verifyArchive.ts';
import { digestOf } from './copyTables.ts';
import { settle } from './settle.ts';
import { connect, listTables, quoted } from './snapshot.ts';

/**
 * Migrations that create the tables of an archive.
 *
 * @throws StartError when the archive is from a newer version of this program, or from another branch
 */
export function stepsOfArchive({ migrations, program }: Manifest): SchemaStep[] {
  const steps = stepsRun(migrations);
  if (steps) return steps;
  throw new StartError(
    `The backup was made by version ${program} of this program, whose tables this one does not know.\n` +
      'Nothing was changed. Restore it with that version, or a newer one.',
  );
}

/** @throws StartError when the database holds any table */
export async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') limit 1`,
  );
  if (rows[0]) throw new StartError(`A restore needs an empty database; this one contains ${rows[0].name}.`);
}

/**
 * Loads the rows of a verified archive into an empty database, with the tables of that time, and compares
 * every table with the backup byte by byte. After a failure the database is empty again.
 *
 * @param identity identity of the restored installation; null keeps the rows exactly as in the archive
 */
export async function restoreDatabase(
  url: string,
  path: string,
  manifest: Manifest,
  identity: string | null,
): Promise<void> {
  const client = await connect(url);
  try {
    await refuseUsedDatabase(client);
    try {
      await makeTables(url, stepsOfArchive(manifest));
      await client.query('begin');
      await fill(client, path, manifest, identity);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').then(
        () => removeTables(client),
        () => {},
      );
      throw error;
    }
    await client.query('analyze');
  } finally {
    await client.end().catch(() => {});
  }
}

async function fill(client: pg.Client, path: string, manifest: Manifest, identity: string | null) {
  const references = await liftReferences(client);
  await load(client, path, manifest);
  for (const { name, value } of manifest.sequences)
    if (value !== null) await client.query('select setval($1::regclass, $2)', [quoted(name), value]);
  await compare(client, manifest);
  for (const statement of references) await client.query(statement);
  if (identity !== null) await settle(client, identity, new Date(manifest.moment));
}

/** Empties the database again, so that the restore can be repeated. */
async function removeTables(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists drizzle cascade');
  for (const { name } of await listTables(client)) await client.query(`drop table ${quoted(name)} cascade`);
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of rows) await client.query(`drop function ${name}`);
}

async function makeTables(url: string, steps: readonly SchemaStep[]): Promise<void> {
  const { db, close } = openDb(url, { max: 1 });
  try {
    await runSteps(db, steps);
  } finally {
    await close();
  }
}

/**
 * Drops foreign keys and disables triggers, so that rows can be loaded in any order. The owner of the tables
 * may do so; no superuser is needed.
 *
 * @returns statements that restore them, which checks every reference
 */
async function liftReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  );
  const tables = (await listTables(client)).map(({ name }) => quoted(name));
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  // Migrations may have inserted rows.
  await client.query(`truncate ${tables.join(', ')}`);
  return [
    ...rows.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`,
    ),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ];
}

async function load(client: pg.Client, path: string, manifest: Manifest): Promise<void> {
  const there = new Map((await listTables(client)).map((table) => [table.name, table.columns.join()]));
  const parts = new Map<string, string>();
  for (const { name, columns, parts: names } of manifest.tables) {
    if (there.get(name) !== columns.join())
      throw new Error(`the table ${name} of the backup differs from its schema`);
    for (const part of names) parts.set(part, `${quoted(name)} (${columns.map(quoted).join(', ')})`);
  }
  for await (const entry of readEntries(path)) {
    const table = parts.get(entry.name);
    if (table !== undefined) await loadPart(client, table, entry);
    else await skip(entry);
  }
}

async function loadPart(client: pg.Client, table: string, { bytes }: Entry): Promise<void> {
  const into = client.query(copyFrom(`copy ${table} from stdin with (format csv, header true)`));
  await pipeline(Readable.from(bytes), createGunzip(), into);
}

/** @throws Error when a table differs from the backup */
async function compare(client: pg.Client, manifest: Manifest): Promise<void> {
  const stated = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const table of await listTables(client)) {
    const { rows, sha256 } = await digestOf(client, table);
    const wanted = stated.get(table.name);
    if (wanted?.rows !== rows || wanted.sha256 !== sha256)
      throw new Error(`the table ${table.name} differs from the backup (${rows} rows)`);
  }
}
