import { and, desc, eq, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { KeyPage } from '../../../contract/api/envelope.ts';
import type { OnlineQuery, OnlineRow } from '../../../contract/entities/terminals/online.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { searchedPage, windowById } from '../../platform/db/searchText.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { onlineLog } from './online.table.ts';

/** Beginning of a connection. Times are epoch seconds. */
export type Connected = Omit<typeof onlineLog.$inferInsert, 'id'>;

/** Rows per statement: PostgreSQL takes at most 65,535 parameters. */
const CHUNK = 5_000;

export async function insert(db: DbOrTx, rows: readonly Connected[]): Promise<void> {
  for (let i = 0; i < rows.length; i += CHUNK) await db.insert(onlineLog).values(rows.slice(i, i + CHUNK));
}

/** Ends the open rows of terminals, each at its time. */
export async function end(db: DbOrTx, ends: readonly { terminal_id: number; at: number }[]): Promise<void> {
  await db.execute(sql`
    update online_log l set dropped_at = greatest(l.login_at, to_timestamp(e.at))
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e(terminal_id int, at float8)
    where l.terminal_id = e.terminal_id and l.dropped_at is null`);
}

/** Ends all open rows, at this time at the latest. */
export async function endAll(db: DbOrTx, at: number): Promise<void> {
  await db.execute(sql`
    update online_log set dropped_at = greatest(login_at, to_timestamp(${at})) where dropped_at is null`);
}

const columns = {
  id: onlineLog.id,
  terminal_id: onlineLog.terminal_id,
  code: onlineLog.code,
  name: onlineLog.name,
  org: onlineLog.org,
  online_role: onlineLog.online_role,
  peer_addr: onlineLog.peer_addr,
  login_at: onlineLog.login_at,
  dropped_at: onlineLog.dropped_at,
  online_time: sql<number>`greatest(0, floor(extract(epoch from
    coalesce(${onlineLog.dropped_at}, now()) - ${onlineLog.login_at})))::float8`,
};

/** Reads a page of the log within the scope, newest first. @param byAddress `q` also searches addresses */
export async function list(
  db: DbOrTx,
  scope: Scope,
  query: Omit<OnlineQuery, 'org'>,
  byAddress: boolean,
): Promise<KeyPage<OnlineRow>> {
  const { before, limit, from, to, online_role, terminal_id, state, q } = query;
  const { login_at, dropped_at } = onlineLog;
  // With a time range, rows are ordered by login time, so that the last page does not scan all older rows.
  // Ids have the same order, unless the clock was set back.
  const isRange = from !== undefined || to !== undefined;
  const last = sql`(select l.login_at from online_log l where l.id <= ${before} order by l.id desc limit 1)`;
  const conditions = [
    before === undefined
      ? undefined
      : isRange
        ? sql`(${login_at}, ${onlineLog.id}) < (${last}, ${before}::bigint)`
        : lt(onlineLog.id, before),
    scope.all === true ? undefined : sql`${onlineLog.org} = any(${sql.param([...scope.ids])}::int[])`,
    from === undefined ? undefined : gte(login_at, from),
    to === undefined ? undefined : lte(login_at, to),
    online_role === undefined ? undefined : eq(onlineLog.online_role, online_role),
    terminal_id === undefined ? undefined : eq(onlineLog.terminal_id, terminal_id),
    state === undefined ? undefined : state === 'lost' ? isNotNull(dropped_at) : isNull(dropped_at),
  ];
  const texts = [onlineLog.code, onlineLog.name, ...(byAddress ? [onlineLog.peer_addr] : [])];
  const rows = await searchedPage({ recent: windowById(onlineLog.id, before), texts, q }, limit, (searched) =>
    db
      .select(columns)
      .from(onlineLog)
      .where(and(...conditions, searched))
      .orderBy(...(isRange ? [desc(login_at)] : []), desc(onlineLog.id))
      .limit(limit + 1),
  );
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
