import type pg from 'pg';

/** Texts that a careless copy would change. */
const TEXTS = [
  '',
  ' ',
  '\\N',
  '\\.',
  'NULL',
  'a,"b",\'c\'',
  'line\nline\r\nline\ttab\\n',
  '"',
  '广播 방송 📢 é',
  '\u0001\u007f\u00a0\ufeff',
  '=1+1',
  'x'.repeat(20_000),
];
const NUMBERS = [0, 1, -1, 32_767];
const DOUBLES = [0, 0.1, 1e-300, 12_345.678_9, Math.PI, 1e300];

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** Part of a key or a foreign key: counts up. */
  counts: boolean;
  /** Part of a unique index. */
  unique: boolean;
  /** Columns of which exactly one has a value, and the place of this one among them; null: none. */
  choices: number | null;
  choice: number | null;
}

/**
 * Puts `count` rows into every table of a migrated database, as found in its catalog, so that new tables and
 * columns are covered: the first row with NULL wherever allowed, the others with values that are easily
 * corrupted.
 * @param client of a superuser: foreign keys are valid only at the end
 */
export async function fillEveryTable(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      exists (select from pg_constraint f where f.conrelid = c.oid and f.contype in ('f', 'p') and a.attnum = any(f.conkey))
        as counts,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey::int2[])) as unique,
      cardinality(k.conkey) as choices, array_position(k.conkey, a.attnum) - 1 as choice
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
        and pg_get_constraintdef(k.oid) ~ 'num_nonnulls\\(.*\\) = 1'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
    order by c.relname, a.attnum`);
  const tables = [...new Set(rows.map((row) => row.table))];
  await client.query("set session_replication_role = 'replica'");
  for (const table of tables) {
    const columns = rows.filter((row) => row.table === table);
    await client.query(`delete from "${table}"`);
    for (let n = 1; n <= count; n++) {
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const places = columns.map((_, i) => `$${i + 1}`).join(', ');
      await client.query(
        `insert into "${table}" (${names}) overriding system value values (${places})`,
        columns.map((column, i) => sample(column, n, i)),
      );
    }
  }
  await client.query("set session_replication_role = 'origin'");
  return tables;
}

function sample({ type, nullable, counts, unique, choices, choice }: Column, n: number, at: number): unknown {
  if (choices !== null) return n % choices === choice ? n : null;
  if (nullable && n === 1) return null;
  const pick = <T>(from: readonly T[]) => from[(n + at) % from.length];
  if (type.endsWith('[]')) return n === 2 ? [] : type === 'text[]' ? TEXTS.slice(0, 9) : [n, 0, -n];
  if (type === 'text') return counts || unique ? `${pick(TEXTS)?.slice(0, 100)}${n}` : pick(TEXTS);
  if (type === 'integer' || type === 'smallint' || type === 'bigint')
    return counts || unique ? n : pick(NUMBERS);
  if (type === 'double precision') return pick(DOUBLES);
  if (type === 'boolean') return n % 2 === 0;
  if (type === 'jsonb')
    return JSON.stringify(pick([{ a: TEXTS, n: 1e21, b: [null, true, -0.5] }, [], 'x"\n', 7]));
  if (type === 'bytea') return Buffer.from([n % 256, 0, 255, 92]);
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  if (type.startsWith('timestamp')) return new Date(n * 86_400_123);
  throw new Error(`no values for columns of type ${type}`);
}

/** Rows of every table as PostgreSQL prints them, sorted. */
export async function everyRow(
  client: pg.Client,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from "${table}" as t`);
    all[table] = rows.map(({ row }) => row).sort();
  }
  return all;
}
