import { and, asc, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { account, broadcast, broadcastTarget, terminal } from '../db/schema.ts';
import { holdsText, searchPattern } from '../db/searchText.ts';
import { EXACT_TOTAL, totalOf } from '../db/total.ts';
import type { BroadcastRow } from './runningBroadcast.ts';

const idsParam = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`;

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
  /** Every terminal of it lies in the caller's zones. */
  whole: boolean;
}

/** The zones of a run and whether each is `own`, looked up by the run and not by every zone of the caller (null: all). */
function zonesOfRun(zones: readonly number[] | null): SQL {
  const own = zones === null ? sql`true` : sql`o.org = ${idsParam(zones)}`;
  return sql`(select *, ${own} as own from broadcast_org o where o.broadcast_id = ${broadcast.id} offset 0) o`;
}

/** Runs with the sums over the caller's zones (null: all), added up once for each. */
function summaries(db: DbOrTx, zones: readonly number[] | null) {
  const sum = (column: SQL) => sql`coalesce(sum(${column}) filter (where o.own), 0)::int`;
  const sums = sql`(
    select ${sum(sql`o.targets`)} as targets, ${sum(sql`o.heard`)} as heard, ${sum(sql`o.missed`)} as missed,
      coalesce(bool_and(o.own), true) as whole
    from ${zonesOfRun(zones)}) as sums`;
  return db
    .select({
      row: broadcast,
      by: account.name,
      targets: sql<number>`sums.targets`,
      heard: sql<number>`sums.heard`,
      missed: sql<number>`sums.missed`,
      whole: sql<boolean>`sums.whole`,
    })
    .from(broadcast)
    .leftJoin(account, eq(account.id, broadcast.started_by))
    .crossJoinLateral(sums);
}

/** Ends of what was never on the air: it was missed, failed or only commanded something. The task log has it. */
const unsounded = ['missed', 'failed', 'done', 'offline'];
const sounded = or(isNull(broadcast.end_reason), notInArray(broadcast.end_reason, unsounded));

/** Seen by whoever may see one of the zones in which it ran (design 9; decision 0033). Zones null: all. */
export function seenFrom(zones: readonly number[] | null): SQL | undefined {
  if (zones === null) return undefined;
  return sql`exists (select 1 from broadcast_org o where o.broadcast_id = ${broadcast.id} and o.org = ${idsParam(zones)})`;
}

/**
 * How many of the newest runs are looked through, one after the other until a page is full, for the first pages of an
 * account with some zones.
 */
const NEWEST = 2_000;
/** As `seenFrom`, but asked of one run after the other: the planner would join all runs of the zones first. */
const seenOneByOne = (zones: readonly number[]): SQL =>
  sql`exists (select 1 from ${zonesOfRun(zones)} where o.own)`;

/**
 * How many runs an account with some zones sees, null if there may be more than `EXACT_TOTAL`: by the small index of its
 * zones, less what is not listed. To join them with every run would take several times as long.
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
    from (select distinct o.broadcast_id from broadcast_org o where o.org = ${idsParam(zones)} limit ${EXACT_TOTAL + 1}::int) o
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

export interface TargetSearch {
  zones: readonly number[] | null;
  q?: string | undefined;
  /** Only these terminals; null: all. */
  only: readonly number[] | null;
  /** Only those that were heard, or were not; null: both. */
  heard: boolean | null;
  /** These terminals come first; then those that were never heard. */
  first: readonly number[];
  limit: number;
  offset: number;
}

/** Targets of a broadcast within zones (null: all), with what is stored of them. */
export async function targetsOf(db: DbOrTx, id: number, query: TargetSearch) {
  const pattern = searchPattern(query.q);
  const where = and(
    eq(broadcastTarget.broadcast_id, id),
    query.zones === null ? undefined : sql`${broadcastTarget.org} = ${idsParam(query.zones)}`,
    query.only === null ? undefined : sql`${broadcastTarget.terminal_id} = ${idsParam(query.only)}`,
    query.heard === null ? undefined : sql`(${broadcastTarget.first_sound_at} is not null) = ${query.heard}`,
    pattern === undefined
      ? undefined
      : or(sql`${terminal.name} ilike ${pattern}`, sql`${terminal.code} ilike ${pattern}`),
  );
  const from = db.select({
    target: broadcastTarget,
    code: terminal.code,
    name: terminal.name,
  });
  const rows = await from
    .from(broadcastTarget)
    .innerJoin(terminal, eq(terminal.id, broadcastTarget.terminal_id))
    .where(where)
    .orderBy(
      sql`(${broadcastTarget.terminal_id} = ${idsParam(query.first)}) desc`,
      sql`(${broadcastTarget.first_sound_at} is null) desc`,
      asc(terminal.name),
      asc(terminal.id),
    )
    .limit(query.limit)
    .offset(query.offset);
  const count = db.select({ n: sql<number>`count(*)::int` }).from(broadcastTarget);
  // A target is removed with its terminal: to count them, the terminals are only asked for their names.
  const named =
    pattern === undefined ? count : count.innerJoin(terminal, eq(terminal.id, broadcastTarget.terminal_id));
  const counted = await named.where(where);
  return { rows, total: counted[0]?.n ?? 0 };
}
