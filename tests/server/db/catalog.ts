import type pg from 'pg';
import { everyRow } from '../backup/backupRows.ts';

/** Condition: objects of the schema `public`, without parts of extensions. */
const ours = (classid: string, oid: string, schema: string) =>
  `${schema} = 'public'::regnamespace and not exists (
    select from pg_depend d where d.classid = '${classid}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/**
 * Catalog queries of a schema, by kind. Rights and owners are included. NOT NULL constraints are listed with
 * their column: PostgreSQL 18 names them after the name under which the column was created.
 */
const QUERIES: Record<string, string> = {
  relations: `select relname, relkind, relpersistence, relreplident, relrowsecurity, reloptions, relacl, relowner::regrole,
      case when relkind in ('v', 'm') then pg_get_viewdef(oid) end as view
    from pg_class where ${ours('pg_class', 'oid', 'relnamespace')}`,
  columns: `select c.relname, row_number() over (partition by c.oid order by attnum) as place, attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) as default, attidentity, attgenerated,
      attcollation::regcollation, attstorage, attcompression, attacl
    from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where c.relkind <> 'i' and ${ours('pg_class', 'c.oid', 'relnamespace')}`,
  constraints: `select conrelid::regclass, conname, contype, pg_get_constraintdef(oid), convalidated, condeferrable, condeferred
    from pg_constraint where contype <> 'n' and connamespace = 'public'::regnamespace`,
  indexes: `select pg_get_indexdef(indexrelid), indisvalid, indisready, indisclustered
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  functions: `select pg_get_functiondef(oid), proacl, proowner::regrole
    from pg_proc where prokind <> 'a' and ${ours('pg_proc', 'oid', 'pronamespace')}`,
  triggers: `select pg_get_triggerdef(t.oid), tgenabled from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`,
  sequences: `select s.*, d.refobjid::regclass as table, d.refobjsubid > 0 as owned, d.deptype
    from pg_sequences s left join pg_depend d on d.classid = 'pg_class'::regclass
      and d.objid = format('%I.%I', schemaname, sequencename)::regclass and d.refclassid = 'pg_class'::regclass
    where schemaname = 'public'`,
  types: `select typname, typtype, typacl, (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid)
    from pg_type t where ${ours('pg_type', 't.oid', 'typnamespace')}`,
  collations: `select collname, collprovider, collcollate, collisdeterministic from pg_collation
    where ${ours('pg_collation', 'oid', 'collnamespace')}`,
  policies: 'select * from pg_policies',
  rules: `select * from pg_rules where schemaname = 'public'`,
  extensions: 'select extname, extversion, extnamespace::regnamespace from pg_extension',
  comments: `select pg_describe_object(classoid, objoid, objsubid), description from pg_description where objoid >= 16384`,
  schemas: `select nspname, nspacl from pg_namespace where nspname !~ '^pg_(toast|temp)'`,
  default_rights: 'select * from pg_default_acl',
};

/** Lists everything about the schema of a database and every row in it, each kind as sorted lines. */
export async function catalogOf(client: pg.Client): Promise<Record<string, string[]>> {
  const catalog: Record<string, string[]> = {};
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await client.query<{ line: string }>(`select t::text as line from (${query}) as t`);
    catalog[kind] = rows.map(({ line }) => line).sort();
  }
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const held = await everyRow(client, rows.map(({ name }) => name).sort());
  catalog.rows = Object.entries(held).flatMap(([table, lines]) => lines.map((line) => `${table} ${line}`));
  return catalog;
}
