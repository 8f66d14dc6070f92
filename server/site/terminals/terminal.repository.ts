import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { settingsOf, terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, type TableRepository, tableRepository } from '../../platform/db/tableRepository.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { inParts } from '../../platform/process/inParts.ts';
import type { Use } from '../uses/used.ts';
import { partition } from '../zones/zones.table.ts';
import { terminal } from './terminal.table.ts';

export type TerminalRow = Row & typeof terminal.$inferSelect;
export type NewTerminal = typeof terminal.$inferInsert;

/**
 * Statements of the terminals of one kind. Rows have the settings of the kind as fields; on writing they go
 * into the column `details`.
 */
export function terminalsOf(kind: TerminalKind): TableRepository<TerminalRow> {
  const { entity, settings } = terminalKinds[kind];
  const own = new Set(Object.keys(settings.shape));
  const table = tableRepository<TerminalRow>(terminal, {
    sortable: entity.sortable,
    searchable: entity.searchable,
    defaultSort: 'name',
    scope: 'org',
    only: eq(terminal.kind, kind),
  });
  if (own.size === 0) return table;
  const whole = (row: TerminalRow): TerminalRow => ({ ...row, ...settingsOf(kind, row.details) });
  const wholeOrNone = (row: TerminalRow | undefined) => (row === undefined ? undefined : whole(row));
  return {
    ...table,
    async list(...args) {
      const page = await table.list(...args);
      return { ...page, rows: page.rows.map(whole) };
    },
    after: async (...args) => (await table.after(...args)).map(whole),
    get: async (...args) => wholeOrNone(await table.get(...args)),
    insert: async (...args) => whole(await table.insert(...args)),
    lock: async (...args) => wholeOrNone(await table.lock(...args)),
    async update(tx, id, values) {
      const entries = Object.entries(values);
      const details = Object.fromEntries(entries.filter(([field]) => own.has(field)));
      const columns = Object.fromEntries(entries.filter(([field]) => !own.has(field)));
      const merged = sql`${terminal.details} || ${JSON.stringify(details)}::jsonb`;
      return whole(await table.update(tx, id, { ...columns, details: merged }));
    },
  };
}
/** Sound terminals. */
export const terminals = terminalsOf('device');

export async function all(db: DbOrTx): Promise<TerminalRow[]> {
  return db.select().from(terminal).orderBy(asc(terminal.id));
}

/** Stores new terminals; a dialogue terminal gets a random dialogue code (8 hex digits). */
export async function insertMany(tx: DbOrTx, rows: NewTerminal[]): Promise<TerminalRow[]> {
  const complete = rows.map((row) =>
    row.kind === 'dialogue' && row.details?.dialogue_code === undefined
      ? { ...row, details: { ...row.details, dialogue_code: randomBytes(4).toString('hex').toUpperCase() } }
      : row,
  );
  return complete.length === 0 ? [] : tx.insert(terminal).values(complete).returning();
}

/**
 * Locks and reads the rows of these ids that are of the kind and within the scope, in the order of ids.
 * @param strength `no key update` for changes: broadcasts that refer to these terminals can be stored
 * meanwhile
 */
export async function lockMany(
  tx: DbOrTx,
  scope: Scope,
  kind: TerminalKind,
  ids: readonly number[],
  strength: 'update' | 'no key update',
): Promise<TerminalRow[]> {
  const within = scope.all === true ? undefined : inArray(terminal.org, [...scope.ids]);
  const locked = await tx
    .select({ id: terminal.id })
    .from(terminal)
    .where(and(isOneOf(ids), eq(terminal.kind, kind), within))
    .orderBy(asc(terminal.id))
    .for(strength);
  return terminalsById(
    tx,
    locked.map(({ id }) => id),
  );
}

/** Reads the rows of these ids, in order; thousands do not block the event loop. */
export async function terminalsById(tx: DbOrTx, ids: readonly number[]): Promise<TerminalRow[]> {
  const rows: TerminalRow[] = [];
  for await (const part of inParts(ids))
    rows.push(...(await tx.select().from(terminal).where(isOneOf(part)).orderBy(asc(terminal.id))));
  return rows;
}

/** Writes the same fields to all of these and increments their revisions. */
export async function updateMany(
  tx: DbOrTx,
  ids: readonly number[],
  values: Partial<NewTerminal>,
): Promise<TerminalRow[]> {
  const rows: TerminalRow[] = [];
  for await (const part of inParts(ids)) {
    const changed = { ...values, rev: sql`${terminal.rev} + 1` };
    rows.push(...(await tx.update(terminal).set(changed).where(isOneOf(part)).returning()));
  }
  return rows;
}

/** Writes one setting of a kind to all of these and increments their revisions. */
export async function updateSetting(
  tx: DbOrTx,
  ids: readonly number[],
  setting: Record<string, unknown>,
): Promise<TerminalRow[]> {
  return tx
    .update(terminal)
    .set({
      details: sql`${terminal.details} || ${JSON.stringify(setting)}::jsonb`,
      rev: sql`${terminal.rev} + 1`,
    })
    .where(isOneOf(ids))
    .returning();
}

export async function removeMany(tx: DbOrTx, ids: readonly number[]): Promise<void> {
  await tx.delete(terminal).where(isOneOf(ids));
}

/** Facts that a terminal reported when it was last welcomed. */
export interface Seen {
  id: number;
  dev_name: string;
  client_ip: string;
  /** Relay through which it came; null: directly. */
  relay_id: number | null;
  client_version: string;
  ICCID: string;
  features: string[];
  /** Epoch seconds. */
  last_login_time: number;
}

/** Stores many at once; revisions are unchanged, as these facts are volatile. */
export async function seen(db: DbOrTx, rows: readonly Seen[]): Promise<void> {
  await db.execute(sql`
    with reported as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        id int, dev_name text, client_ip text, relay_id int, client_version text, "ICCID" text, features jsonb, last_login_time float8)
    ), locked as (
      select id from terminal where id in (select id from reported) order by id for no key update
    )
    update terminal t set dev_name = reported.dev_name, client_ip = reported.client_ip, relay_id = reported.relay_id,
      client_version = reported.client_version, iccid = reported."ICCID", features = reported.features, last_login_time = to_timestamp(reported.last_login_time)
    from reported join locked using (id) where t.id = reported.id`);
}

/** Finds the terminals of a kind with one of these ids in a setting. @param id the setting */
async function usersBy(
  db: DbOrTx,
  kind: TerminalKind,
  id: SQL<number>,
  ids: readonly number[],
): Promise<Use[]> {
  const rows = await db
    .select({ id, name: terminal.name, dev_name2: terminal.dev_name2, org: terminal.org })
    .from(terminal)
    .where(and(eq(terminal.kind, kind), sql`${id} = any(${sql.param([...ids])}::int[])`))
    .orderBy(asc(terminal.id));
  return rows.map((row) => ({ id: row.id, user: row.dev_name2 || row.name, org: row.org }));
}

/** Finds the terminals whose own group of files is one of these. */
export const usersOfFileGroups = (db: DbOrTx, ids: readonly number[]) =>
  usersBy(db, 'device', sql<number>`(${terminal.details} ->> 'file_group')::int`, ids);

/** Finds the phones of these telephone systems. */
export const phonesOf = (db: DbOrTx, ids: readonly number[]) =>
  usersBy(db, 'dialogue', sql<number>`(${terminal.details} #>> '{phone,integration}')::int`, ids);

/** Reads the zone of a code with its password hash; undefined: no such zone. */
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
