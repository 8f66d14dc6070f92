import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { deviceEntity } from '../../contract/entities/device.ts';
import type { DbOrTx } from '../db/client.ts';
import { partition, terminal } from '../db/schema.ts';
import { type Row, tableRepository } from '../db/tableRepository.ts';
import type { Scope } from '../live/scope.ts';

export type TerminalRow = Row & typeof terminal.$inferSelect;
export type NewTerminal = typeof terminal.$inferInsert;

export const terminals = tableRepository<TerminalRow>(terminal, {
  sortable: deviceEntity.sortable,
  searchable: deviceEntity.searchable,
  defaultSort: 'name',
  scope: 'org',
});

export async function all(db: DbOrTx): Promise<TerminalRow[]> {
  return db.select().from(terminal).orderBy(asc(terminal.id));
}

export async function insertMany(tx: DbOrTx, rows: NewTerminal[]): Promise<TerminalRow[]> {
  return rows.length === 0 ? [] : tx.insert(terminal).values(rows).returning();
}

/** The rows of these ids within the scope, under their locks, taken in the order of ids. */
export async function lockMany(tx: DbOrTx, scope: Scope, ids: readonly number[]): Promise<TerminalRow[]> {
  const within = scope.all === true ? undefined : inArray(terminal.org, [...scope.ids]);
  return tx
    .select()
    .from(terminal)
    .where(and(isOneOf(ids), within))
    .orderBy(asc(terminal.id))
    .for('update');
}

/** Writes the same fields to all of these and counts their revisions up. */
export async function updateMany(
  tx: DbOrTx,
  ids: readonly number[],
  values: Partial<NewTerminal>,
): Promise<TerminalRow[]> {
  return tx
    .update(terminal)
    .set({ ...values, rev: sql`${terminal.rev} + 1` })
    .where(isOneOf(ids))
    .returning();
}

export async function removeMany(tx: DbOrTx, ids: readonly number[]): Promise<void> {
  await tx.delete(terminal).where(isOneOf(ids));
}

/** What a terminal said of itself when it was last welcomed. */
export interface Seen {
  id: number;
  client_ip: string;
  client_version: string;
  ICCID: string;
  features: string[];
  /** Epoch seconds. */
  last_login_time: number;
}

/** Stores many at once; the revisions stay, for these facts are volatile. */
export async function seen(db: DbOrTx, rows: readonly Seen[]): Promise<void> {
  await db.execute(sql`
    with said as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        id int, client_ip text, client_version text, "ICCID" text, features jsonb, last_login_time float8)
    ), locked as (
      select id from terminal where id in (select id from said) order by id for update
    )
    update terminal t set client_ip = said.client_ip, client_version = said.client_version,
      iccid = said."ICCID", features = said.features, last_login_time = to_timestamp(said.last_login_time)
    from said join locked using (id) where t.id = said.id`);
}

/** The zone of a code with the hash of its password; undefined: no such zone. */
export async function zoneByCode(db: DbOrTx, code: string) {
  const rows = await db
    .select({ id: partition.id, password_hash: partition.password_hash })
    .from(partition)
    .where(eq(partition.code, code));
  return rows[0];
}

function isOneOf(ids: readonly number[]) {
  return sql`${terminal.id} = any(${sql.param([...ids])}::int[])`;
}
