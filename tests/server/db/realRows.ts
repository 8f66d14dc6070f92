import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/**
 * Rows as stored by the version of a schema step, by table in an order that references allow:
 * `rows/TAG.json`. The first state has some of every table; a later step has a file only where a row of
 * `fillEmptyTables` does not suffice.
 */
const rowsOf = (tag: string) => fileURLToPath(new URL(`./rows/${tag}.json`, import.meta.url));

/** Inserts the rows of a step into a database at that step, if there are any. */
export async function putRows(client: pg.Client, tag: string): Promise<void> {
  if (!existsSync(rowsOf(tag))) return;
  const tables = JSON.parse(readFileSync(rowsOf(tag), 'utf8')) as Record<string, object[]>;
  for (const [table, rows] of Object.entries(tables))
    await client.query(
      `insert into "${table}" overriding system value select * from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
  const { rows: counted } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, attname as column from pg_class c join pg_attribute on attrelid = c.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''`,
  );
  for (const { table, column } of counted)
    await client.query(
      `select setval(pg_get_serial_sequence('"${table}"', '${column}'), max("${column}")) from "${table}"`,
    );
}

interface Column {
  table: string;
  name: string;
  type: string;
  /** Table and column that it refers to. */
  refers: [string, string] | null;
}

/** Inserts one row into every empty table: valid references, and values for required columns. */
export async function fillEmptyTables(client: pg.Client): Promise<void> {
  const { rows: needed } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      (select json_build_array(confrelid::regclass::text, f.attname) from pg_constraint
        join pg_attribute f on f.attrelid = confrelid and f.attnum = confkey[1]
        where conrelid = c.oid and contype = 'f' and conkey = array[a.attnum]) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnotnull and not a.atthasdef
      and a.attidentity = '' and a.attgenerated = ''`);
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  let empty: string[] = [];
  for (const { name } of tables) if (!(await hasRows(client, `"${name}"`))) empty.push(name);
  while (empty.length > 0) {
    const left: string[] = [];
    for (const table of empty) {
      const columns = needed.filter((column) => column.table === table);
      if (!(await putRow(client, table, columns))) left.push(table);
    }
    if (left.length === empty.length) throw new Error(`no rows can be made for ${left.join(', ')}`);
    empty = left;
  }
}

/** Inserts a row. @returns false when a table that it refers to is empty */
async function putRow(client: pg.Client, table: string, columns: readonly Column[]): Promise<boolean> {
  const values: string[] = [];
  for (const { refers, type } of columns) {
    if (refers !== null && !(await hasRows(client, refers[0]))) return false;
    values.push(
      refers === null ? plainValue(type) : `(select "${refers[1]}" from ${refers[0]} order by 1 limit 1)`,
    );
  }
  const names = columns.map(({ name }) => `"${name}"`);
  await client.query(
    names.length === 0
      ? `insert into "${table}" default values`
      : `insert into "${table}" (${names.join(', ')}) values (${values.join(', ')})`,
  );
  return true;
}

/** SQL of a value that is valid for any such column. */
function plainValue(type: string): string {
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'jsonb') return `'{}'`;
  if (type === 'boolean') return 'false';
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type.startsWith('timestamp')) return 'now()';
  return type === 'text' || type === 'bytea' ? `''` : '1';
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  return (await client.query(`select from ${table} limit 1`)).rowCount !== 0;
}
