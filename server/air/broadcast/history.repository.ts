import { and, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { account } from '../../platform/auth/account.table.ts';
import { anyOf } from '../../platform/db/anyOf.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { holdsText } from '../../platform/db/searchText.ts';
import { EXACT_TOTAL, totalOf } from '../../platform/db/total.ts';
import type { BroadcastRow } from './broadcast.table.ts';
import { broadcast } from './broadcast.table.ts';

export interface History {
  state?: 'on_air' | 'ended' | undefined;
  q?: string | undefined;
  sort: string;
  /** Zones of the caller; null: all. */
  zones: readonly number[] | null;
  limit: number;
  offset: number;
}

export interface Summary {
  row: BroadcastRow;
  by: string | null;
  targets: number;
  heard: number;
  missed: number;
  behind_relay: number;
  /** Every terminal of it lies in the caller's zones. */
  whole: boolean;
}

/**
 * Selects the zones of a run with `own` set for those of the caller (null: all). Looked up by the run, not by
 * every zone of the caller.
 */
function zonesOfRun(zones: readonly number[] | null): SQL {
  const own = zones === null ? sql`true` : sql`o.org = ${anyOf(zones)}`;
  return sql`(select *, ${own} as own from broadcast_org o where o.broadcast_id = ${broadcast.id} offset 0) o`;
}

/** Selects runs with their sums over the caller's zones (null: all), added up once for each run. */
function summaries(db: DbOrTx, zones: readonly number[] | null) {
  const sum = (column: SQL) => sql`coalesce(sum(${column}) filter (where o.own), 0)::int`;
  const sums = sql`(
    select ${sum(sql`o.targets`)} as targets, ${sum(sql`o.heard`)} as heard, ${sum(sql`o.missed`)} as missed,
      ${sum(sql`o.behind_relay`)} as behind_relay,
      coalesce(bool_and(o.own), true) as whole
    from ${zonesOfRun(zones)}) as sums`;
  return db
    .select({
      row: broadcast,
      by: account.name,
      targets: sql<number>`sums.targets`,
      heard: sql<number>`sums.heard`,
      missed: sql<number>`sums.missed`,
      behind_relay: sql<number>`sums.behind_relay`,
      whole: sql<boolean>`sums.whole`,
    })
    .from(broadcast)
    .leftJoin(account, eq(account.id, broadcast.started_by))
    .crossJoinLateral(sums);
}

/**
 * End reasons of runs that were never on the air: missed, failed, or only a command. They are listed in the
 * task log only.
 */
const unsounded = ['missed', 'failed', 'done', 'offline'];
const sounded = or(isNull(broadcast.end_reason), notInArray(broadcast.end_reason, unsounded));

/**
 * Condition: the run played in one of these zones (docs/decisions/0033-zones-of-a-run.md). Zones null: all.
 */
export function seenFrom(zones: readonly number[] | null): SQL | undefined {
  if (zones === null) return undefined;
  return sql`exists (select 1 from broadcast_org o where o.broadcast_id = ${broadcast.id} and o.org = ${anyOf(zones)})`;
}

/**
 * Number of newest runs that are checked one by one until a page is full, for the first pages of an account
 * with some zones.
 */
const NEWEST = 2_000;
/**
 * Like `seenFrom`, but evaluated run by run: the planner would otherwise join all runs of the zones first.
 */
const seenOneByOne = (zones: readonly number[]): SQL =>
  sql`exists (select 1 from ${zonesOfRun(zones)} where o.own)`;

/**
 * Counts the runs that an account with some zones sees; null if there may be more than `EXACT_TOTAL`. Counts
 * in the small index of its zones, less the runs that are not listed: joining them with all runs would take
 * several times as long.
 */
async function totalSeen(
  db: DbOrTx,
  zones: readonly number[],
  state: History['state'],
): Promise<number | null> {
  const hidden = or(
    inArray(broadcast.end_reason, unsounded),
    state === 'ended' ? ne(broadcast.state, 'ended') : undefined,
  );
  const found = await db.execute<{ ran: number; hidden: number }>(sql`
    select count(*)::int as ran, count(${broadcast.id})::int as hidden
    from (select distinct o.broadcast_id from broadcast_org o where o.org = ${anyOf(zones)} limit ${EXACT_TOTAL + 1}::int) o
      left join ${broadcast} on ${broadcast.id} = o.broadcast_id and ${hidden}`);
  const { ran = 0, hidden: not = 0 } = found.rows[0] ?? {};
  return ran > EXACT_TOTAL ? null : ran - not;
}

export async function history(
  db: DbOrTx,
  query: History,
): Promise<{ rows: Summary[]; total: number; estimated?: boolean }> {
  const { zones, state, q, limit, offset } = query;
  const matching = and(
    sounded,
    state === 'ended' ? eq(broadcast.state, 'ended') : undefined,
    state === 'on_air' ? ne(broadcast.state, 'ended') : undefined,
    holdsText([broadcast.name], q),
  );
  const where = and(seenFrom(zones), matching);
  const [name, direction] = query.sort.startsWith('-')
    ? [query.sort.slice(1), sql`desc nulls last`]
    : [query.sort, sql`asc nulls last`];
  const order = [sql`${broadcast[name as 'name']} ${direction}`, sql`${broadcast.id} desc`];
  const page = (from: SQL, condition: SQL | undefined) => {
    const shown = db
      .select({ id: sql`${broadcast.id}` })
      .from(from)
      .where(condition)
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
    return summaries(db, zones)
      .where(inArray(broadcast.id, shown))
      .orderBy(...order);
  };
  const some = state !== 'on_air' && !q?.trim() ? zones : null;
  let rows: Summary[] = [];
  if (some !== null && query.sort === '-started_at') {
    const newest = sql`(select * from ${broadcast} order by ${order[0]}, ${order[1]} limit ${NEWEST}::int) ${broadcast}`;
    rows = await page(newest, and(matching, seenOneByOne(some)));
  }
  if (rows.length < limit) rows = await page(sql`${broadcast}`, where);
  const seen = some === null ? null : await totalSeen(db, some, state);
  return { rows, ...(seen === null ? await totalOf(db, broadcast, where) : { total: seen }) };
}

export async function one(
  db: DbOrTx,
  id: number,
  zones: readonly number[] | null,
): Promise<Summary | undefined> {
  const rows = await summaries(db, zones).where(and(eq(broadcast.id, id), sounded, seenFrom(zones)));
  return rows[0];
}
