import pg from 'pg';
import { StartError } from '../../../platform/process/startError.ts';

/** Types whose sort order depends on the collation of the database. */
const TEXTS = new Set(['text', 'character varying', 'character']);

export interface Table {
  name: string;
  columns: string[];
  /**
   * SQL that reads all rows in the order of the primary key: the same bytes for the same rows, in every
   * database.
   */
  select: string;
}

/** A connection that sees the database as of one moment, however long it reads. */
export interface Snapshot {
  client: pg.Client;
  /** Time of the snapshot by the clock of this machine. */
  moment: Date;
  close(): Promise<void>;
}

/** Output formats in which values are read back exactly. */
export const valueFormats = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'tocsin backup', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  await client.query(valueFormats);
  return client;
}

export async function takeSnapshot(url: string): Promise<Snapshot> {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read, read only');
    // The first query fixes the snapshot.
    await client.query('select 1');
    return { client, moment: new Date(), close: () => client.end().catch(() => {}) };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** All tables of the product by name; which process leads (`server/platform/db/lease/lease.ts`) is not part of a site. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: [string, string][] | null }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(json_build_array(a.attname, format_type(a.atttypid, null)) order by k.place)
        from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'node_lease'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return rows.map(({ name, columns, key }) => {
    if (key === null) throw new Error(`the table ${name} has no primary key`);
    const order = key.map(([column, type]) => `${quoted(column)}${TEXTS.has(type) ? ' collate "C"' : ''}`);
    const select = `select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order.join(', ')}`;
    return { name, columns, select };
  });
}

export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    quoted(name),
  ]);
  return rows[0]?.there ?? false;
}

/** Last values of the sequences; null for one that was never used. */
export async function listSequences(client: pg.Client): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return rows;
}

/** Migrations that the database has run. @throws StartError when it is not a database of this product */
export async function listMigrations(client: pg.Client): Promise<number[]> {
  try {
    const { rows } = await client.query<{ when: string }>(
      'select created_at as "when" from drizzle.__drizzle_migrations order by created_at',
    );
    return rows.map((row) => Number(row.when));
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error;
    throw new StartError('There is nothing to back up: no server was started on this database yet.');
  }
}

/** Quotes an identifier for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
