import { sql } from 'drizzle-orm';
import type { DbOrTx } from '../client.ts';
import type { Writes } from './writes.ts';

/** Tables whose rows are deleted or changed with those of another table, by the name of that table. */
export type Followers = ReadonlyMap<string, readonly string[]>;

/** Reads from the database which tables follow which, by their foreign keys. */
export async function followersOf(db: DbOrTx): Promise<Followers> {
  const { rows } = await db.execute<{ target: string; followers: string[] }>(sql`
    select confrelid::regclass::text as target, array_agg(distinct conrelid::regclass::text) as followers
    from pg_constraint where contype = 'f' and confdeltype in ('c', 'n', 'd') group by confrelid`);
  return new Map(rows.map(({ target, followers }) => [target, followers]));
}

/**
 * Makes a function that adds to what was written the tables whose rows are deleted or changed with deleted rows, by
 * foreign keys.
 */
export function withFollowers(direct: Followers): (writes: Writes) => Writes {
  function follow(name: string, found: Set<string>): void {
    if (found.has(name)) return;
    found.add(name);
    for (const one of direct.get(name) ?? []) follow(one, found);
  }
  return ({ tables, emptied, volatile }) => {
    const followed = new Set<string>();
    for (const name of emptied) follow(name, followed);
    const written = new Set([...tables, ...followed]);
    return {
      tables: written,
      emptied,
      volatile: new Set([...volatile].filter((name) => !written.has(name))),
    };
  };
}
