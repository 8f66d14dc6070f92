import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';

/** Warning about rights of the role of DATABASE_URL that the server does not need; null when it has none. */
export async function excessRights(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ name: string; rights: string[] }>(
    sql`select rolname as name, array_remove(array[
          case when rolsuper then 'superuser' end, case when rolcreaterole then 'createrole' end,
          case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end,
          case when rolbypassrls then 'bypassrls' end], null) as rights
        from pg_roles where rolname = current_user`,
  );
  const { name, rights } = rows[0] ?? { name: '', rights: [] };
  if (rights.length === 0) return null;
  return (
    `The database role ${name} of DATABASE_URL has rights that the server does not need: ${rights.join(', ')}.\n` +
    'Give the server a role of its own that only owns its database; docs/operations.md says how.'
  );
}
