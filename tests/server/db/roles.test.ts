import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { excessRights } from '../../../server/platform/db/embedded/excessRights.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { openDb } from '../../../server/platform/db/openDb.ts';
import { endWithParent } from '../../support/endWithParent.ts';

let dataDir: string;
let database: Embedded;
let guard: ReturnType<typeof endWithParent>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-roles-'));
  guard = endWithParent(dataDir);
  database = await startEmbedded({ dataDir, durable: false });
  const { db, close } = openDb(database.url, { max: 1 });
  await migrate(db);
  await close();
});
afterAll(async () => {
  await database?.stop();
  guard?.dismiss();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs statements one after the other on one connection; returns the rows of the last one. */
async function as(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const rights = `select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as mighty,
  rolreplication as replicates from pg_roles where rolname = current_user`;
const refused = { code: '42501' };

/** Names of all objects outside of extensions that a role owns. */
async function ownedBy(name: string): Promise<string[]> {
  const rows = await as(
    database.adminUrl,
    `select pg_describe_object(d.classid, d.objid, 0) as name from pg_shdepend d
       where d.dbid = (select oid from pg_database where datname = 'tocsin') and d.deptype = 'o'
         and d.refobjid = '${name}'::regrole order by 1`,
  );
  return rows.map((row) => String(row.name));
}

/** Objects of the product owned by the superuser: it is pinned, so there are no dependency records. */
async function ownedBySuperuser(): Promise<string[]> {
  const rows = await as(
    database.adminUrl,
    `with own as (
       select 'pg_class'::regclass as class, oid, relname::text as name, relnamespace as space, relowner as owner
         from pg_class where relkind in ('r', 'p', 'S', 'v', 'm')
       union all select 'pg_proc'::regclass, oid, proname, pronamespace, proowner from pg_proc
       union all select 'pg_namespace'::regclass, oid, nspname, oid, nspowner from pg_namespace)
     select name from own where owner = 'tocsin'::regrole
       and space in (select oid from pg_namespace where nspname !~ '^pg_|^information_schema$')
       and not exists (select from pg_depend d where d.classid = class and d.objid = own.oid and d.deptype = 'e')`,
  );
  return rows.map((row) => String(row.name));
}

test("the server's role is no superuser, cannot create roles or databases, and can do its work", async () => {
  expect(await as(database.url, rights)).toEqual([
    { name: 'tocsin_server', mighty: false, replicates: false },
  ]);
  for (const statement of [
    'create role other',
    'create database other',
    'alter role tocsin_server superuser',
    'set role tocsin',
    'set session_replication_role = replica',
    'select rolpassword from pg_authid',
    "copy setting to program 'true'",
    "select pg_read_file('postgresql.conf')",
    "alter system set port = '1'",
    "select pg_backup_start('x')",
  ])
    await expect(as(database.url, statement), statement).rejects.toMatchObject(refused);
  await as(
    database.url,
    'begin',
    'create schema later',
    'create table later.rows (id int generated always as identity)',
    'create table later_rows (id int)',
    'alter table setting add column later int',
    'drop extension pg_trgm cascade',
    'create extension pg_trgm',
    'rollback',
    'listen here',
    "notify here, 'text'",
    'select pg_advisory_lock(1)',
    'analyze setting',
  );
});

test('the role of backups can read every table, and write none', async () => {
  expect(await as(database.backupUrl, rights)).toEqual([
    { name: 'tocsin_backup', mighty: false, replicates: false },
  ]);
  const tables = await as(
    database.url,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  expect(tables.length).toBeGreaterThan(10);
  await as(database.backupUrl, ...tables.map(({ name }) => `select count(*) from "${name}"`));
  await as(database.backupUrl, 'select * from drizzle.__drizzle_migrations');
  const writing = `select relname from pg_class where relkind in ('r', 'p', 'S') and relnamespace = 'public'::regnamespace
    and has_table_privilege(oid, 'insert, update, delete, truncate')`;
  expect(await as(database.backupUrl, writing)).toEqual([]);
  await expect(
    as(database.backupUrl, 'set default_transaction_read_only = off', 'delete from setting'),
  ).rejects.toMatchObject(refused);
  await expect(as(database.backupUrl, 'create temp table other (id int)')).rejects.toThrow();
});

test('replication has its own role, which can read no table', async () => {
  const own = new URL(database.url);
  own.username = 'tocsin_replication';
  own.password = readFileSync(join(dataDir, 'postgres', 'tocsin_replication-password'), 'utf8').trim();
  await expect(as(own.href, 'select 1')).rejects.toMatchObject(refused);
  const identify = async (url: string) => {
    const client = new pg.Client({
      connectionString: url,
      replication: 'true',
    } as pg.ClientConfig);
    await client.connect();
    return client.query('IDENTIFY_SYSTEM').finally(() => client.end());
  };
  expect((await identify(own.href)).rows).toHaveLength(1);
  await expect(identify(database.url)).rejects.toMatchObject(refused);
});

test('passwords are stored in files that only their owner can read', () => {
  const folder = join(dataDir, 'postgres');
  const files = readdirSync(folder).filter((name) => name.includes('password'));
  expect(files.sort()).toEqual([
    'tocsin-password',
    'tocsin_backup-password',
    'tocsin_replication-password',
    'tocsin_server-password',
  ]);
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
});

test('an older folder, in which the superuser owns everything, is converted with its rows', async () => {
  const before = await ownedBy('tocsin_server');
  expect(before.length).toBeGreaterThan(10);
  await as(database.url, "insert into setting (key, value) values ('kept', '42')");
  const all = ['tocsin_server', 'tocsin_backup', 'tocsin_replication'];
  await as(
    database.adminUrl,
    'alter database tocsin owner to tocsin',
    'drop extension pg_trgm cascade',
    'create extension pg_trgm',
    ...all.flatMap((name) => [`reassign owned by ${name} to tocsin`, `drop owned by ${name}`]),
    `drop role ${all.join(', ')}`,
  );
  for (const name of all) rmSync(join(dataDir, 'postgres', `${name}-password`));
  expect((await ownedBySuperuser()).length).toBeGreaterThan(10);
  const [one, two] = await Promise.all([startEmbedded({ dataDir }), startEmbedded({ dataDir })]);
  expect(two.url).toBe(one.url);
  expect(await ownedBySuperuser()).toEqual([]);
  const objects = (names: string[]) => names.filter((name) => !name.includes('trgm'));
  expect(objects(await ownedBy('tocsin_server'))).toEqual(objects(before));
  expect(await as(one.url, 'update setting set value = value returning key, value')).toEqual(
    expect.arrayContaining([{ key: 'kept', value: 42 }]),
  );
  await as(
    one.url,
    'begin',
    'alter table setting add column later int',
    'drop table setting cascade',
    'rollback',
  );
});

test('an external role with more rights than needed is reported', async () => {
  const of = async (url: string) => {
    const { db, close } = openDb(url, { max: 1 });
    return excessRights(db).finally(close);
  };
  const { url, adminUrl } = await startEmbedded({ dataDir });
  expect(await of(url)).toBeNull();
  expect(await of(adminUrl)).toContain(
    'tocsin of DATABASE_URL has rights that the server does not need: superuser',
  );
});
