import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../contract/api/envelope.ts';
import type { Fault, FaultQuery } from '../../../contract/entities/terminals/fault.ts';
import type { FaultKind } from '../../../contract/fieldCodes.ts';
import { account } from '../../platform/auth/account.table.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { holdsPlainly, holdsText } from '../../platform/db/searchText.ts';
import { totalOf } from '../../platform/db/total.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { fault } from './fault.table.ts';

export interface FaultSpec {
  kind: FaultKind;
  /** Subject of the fault: one fault is open per kind and subject. */
  subject: string;
  terminal_id: number | null;
  org: number | null;
  params: Record<string, string | number>;
  /** Beginnings in a spell of chatter; 0: not chattering. */
  chatter: number;
  /** Set while it chatters and its condition is gone: since when, epoch seconds. */
  cleared_at: number | null;
  /** Subnet of its terminal at the beginning of the fault; empty: unknown. */
  subnet: string;
}

const columns = {
  id: fault.id,
  kind: sql<FaultKind>`${fault.kind}`,
  subject: fault.subject,
  terminal_id: fault.terminal_id,
  org: fault.org,
  params: fault.params,
  state: fault.state,
  opened_at: fault.opened_at,
  acknowledged_at: fault.acknowledged_at,
  acknowledged_by_name: account.name,
  resolved_at: fault.resolved_at,
  shelved_until: fault.shelved_until,
  shelved_by: fault.shelved_by,
  chatter: fault.chatter,
  cleared_at: fault.cleared_at,
  subnet: fault.subnet,
  rev: fault.rev,
};

function select(db: DbOrTx) {
  return db.select(columns).from(fault).leftJoin(account, eq(account.id, fault.acknowledged_by));
}

/** Condition for visible faults: those of the site itself to all with the permission, others by zone. */
function within(scope: Scope): SQL | undefined {
  if (scope.all === true) return undefined;
  return or(isNull(fault.org), inArray(fault.org, [...scope.ids]));
}

function isOneOf(ids: readonly number[]): SQL {
  return sql`${fault.id} = any(${sql.param([...ids])}::int[])`;
}

export async function open(db: DbOrTx): Promise<Fault[]> {
  return select(db).where(ne(fault.state, 'resolved')).orderBy(asc(fault.id));
}

/** Faults that began within the last so many seconds and are resolved. */
export async function endedWithin(db: DbOrTx, seconds: number): Promise<Fault[]> {
  return select(db)
    .where(
      and(eq(fault.state, 'resolved'), gt(fault.opened_at, sql`now() - make_interval(secs => ${seconds})`)),
    )
    .orderBy(asc(fault.id));
}

export async function byIds(db: DbOrTx, ids: readonly number[]): Promise<Fault[]> {
  return select(db).where(isOneOf(ids));
}

/**
 * Opens new faults, and updates zone, parameters and chatter of open ones. A fault of a removed terminal is
 * left out.
 * @returns the ids
 */
export async function openMany(db: DbOrTx, specs: readonly FaultSpec[]): Promise<number[]> {
  const result = await db.execute<{ id: number }>(sql`
    insert into fault (kind, subject, terminal_id, org, params, chatter, cleared_at, subnet)
    select s.kind, s.subject, s.terminal_id, s.org, s.params, s.chatter, to_timestamp(s.cleared_at), s.subnet
    from jsonb_to_recordset(${JSON.stringify(specs)}::jsonb) as s(kind text, subject text, terminal_id int, org int,
      params jsonb, chatter int, cleared_at float8, subnet text)
    where s.terminal_id is null or exists (select 1 from terminal where id = s.terminal_id)
    on conflict (kind, subject) where state <> 'resolved'
    do update set params = excluded.params, org = excluded.org, chatter = excluded.chatter,
      cleared_at = excluded.cleared_at, rev = fault.rev + 1
    returning id`);
  return result.rows.map((row) => row.id);
}

export async function resolveMany(db: DbOrTx, ids: readonly number[]): Promise<void> {
  await db
    .update(fault)
    .set({ state: 'resolved', resolved_at: sql`now()`, rev: sql`${fault.rev} + 1` })
    .where(and(isOneOf(ids), ne(fault.state, 'resolved')));
}

/** Locks the faults of these ids within the scope, in the order of ids. Returns id and state. */
export async function lockMany(tx: DbOrTx, scope: Scope, ids: readonly number[]) {
  return tx
    .select({ id: fault.id, state: fault.state })
    .from(fault)
    .where(and(isOneOf(ids), within(scope)))
    .orderBy(asc(fault.id))
    .for('no key update');
}

export async function acknowledgeMany(tx: DbOrTx, ids: readonly number[], accountId: number): Promise<void> {
  await tx
    .update(fault)
    .set({
      state: 'acknowledged',
      acknowledged_at: sql`now()`,
      acknowledged_by: accountId,
      rev: sql`${fault.rev} + 1`,
    })
    .where(isOneOf(ids));
}

/** Shelves faults until a time (epoch seconds; null: unshelves them). */
export async function shelveMany(
  tx: DbOrTx,
  ids: readonly number[],
  until: number | null,
  by: string,
): Promise<void> {
  await tx
    .update(fault)
    .set({ shelved_until: until, shelved_by: until === null ? '' : by, rev: sql`${fault.rev} + 1` })
    .where(isOneOf(ids));
}

/** Unshelves faults whose time is over. @returns their ids */
export async function unshelveDue(db: DbOrTx): Promise<number[]> {
  const rows = await db
    .update(fault)
    .set({ shelved_until: null, shelved_by: '', rev: sql`${fault.rev} + 1` })
    .where(and(ne(fault.state, 'resolved'), lte(fault.shelved_until, sql`now()`)))
    .returning({ id: fault.id });
  return rows.map((row) => row.id);
}

const seenParams = (withheld: readonly string[]) =>
  sql`(${fault.params} - ${sql.param([...withheld])}::text[])::text`;

/** Lists faults. `withheld`: fields that the reader must not see; the search does not match them either. */
export async function list(
  db: DbOrTx,
  scope: Scope,
  query: FaultQuery,
  withheld: readonly string[],
): Promise<Page<Fault>> {
  const { page, limit, sort = '-opened_at', q, state, kind, terminal_id } = query;
  const where = and(
    within(scope),
    state === undefined ? undefined : state === 'open' ? ne(fault.state, 'resolved') : eq(fault.state, state),
    kind === undefined ? undefined : eq(fault.kind, kind),
    terminal_id === undefined ? undefined : eq(fault.terminal_id, terminal_id),
    holdsText([fault.subject, sql`${fault.params}::text`], q),
    withheld.length === 0 ? undefined : holdsPlainly([fault.subject, seenParams(withheld)], q),
  );
  const name = sort.replace(/^-/, '');
  const by = {
    opened_at: fault.opened_at,
    resolved_at: fault.resolved_at,
    acknowledged_at: fault.acknowledged_at,
    kind: fault.kind,
    state: fault.state,
  }[name];
  const direction = sort.startsWith('-') ? desc : asc;
  const rows = await select(db)
    .where(where)
    .orderBy(direction(by ?? fault.opened_at), direction(fault.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows, ...(await totalOf(db, fault, where)), page, limit };
}
