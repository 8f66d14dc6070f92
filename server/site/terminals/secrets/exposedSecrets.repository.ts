import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../../platform/db/client.ts';
import type { TerminalRow } from '../terminal.repository.ts';
import { terminal } from '../terminal.table.ts';

/** Terminal and the hash of its secret that was sent by plain HTTP. */
export interface Exposure {
  id: number;
  hash: string;
}

/** Marks secrets that are still in use as exposed; revisions are unchanged, as no person edits the mark. */
export async function mark(db: DbOrTx, rows: readonly Exposure[]): Promise<void> {
  await db.execute(sql`
    with reported as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id int, hash text)
    ), locked as (
      select t.id, reported.hash from terminal t join reported using (id)
      where t.secret_hash = reported.hash and t.exposed_secret ->> 'hash' is distinct from reported.hash
      order by t.id for no key update of t
    )
    update terminal t set exposed_secret = jsonb_build_object('hash', locked.hash, 'next', null)
    from locked where t.id = locked.id`);
}

/** Stores the hash of the secret that replaces an exposed one; false when that is not in use any more. */
export async function prepare(db: DbOrTx, { id, hash }: Exposure, next: string): Promise<boolean> {
  const rows = await db
    .update(terminal)
    .set({ exposed_secret: { hash, next } })
    .where(and(eq(terminal.id, id), eq(terminal.secret_hash, hash)))
    .returning({ id: terminal.id });
  return rows.length > 0;
}

/** Makes the prepared secret the only one of a terminal; undefined when another one was prepared or given. */
export async function replace(db: DbOrTx, id: number, next: string): Promise<TerminalRow | undefined> {
  const isPrepared = sql`${terminal.exposed_secret} @> jsonb_build_object('hash', ${terminal.secret_hash}, 'next', ${next}::text)`;
  const [row] = await db
    .update(terminal)
    .set({ secret_hash: next, exposed_secret: null, rev: sql`${terminal.rev} + 1` })
    .where(and(eq(terminal.id, id), isPrepared))
    .returning();
  return row;
}
