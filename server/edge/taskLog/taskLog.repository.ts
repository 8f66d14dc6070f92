import { and, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { TaskLogSummary, taskLogQuery } from '../../../contract/entities/tasks/taskLog.ts';
import { broadcast } from '../../air/broadcast/broadcast.table.ts';
import { seenFrom } from '../../air/broadcast/history.repository.ts';
import { anyOf } from '../../platform/db/anyOf.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { searchedPage, WINDOW } from '../../platform/db/searchText.ts';

export type LogFilter = Omit<z.output<typeof taskLogQuery>, 'limit'>;

/** Sums over the terminals of a run that the caller sees. */
interface Sums {
  targets: number;
  heard: number;
  behind_relay: number;
  received: number;
  lost: number;
  late: number;
  gaps: number | null;
  missed_ms: number | null;
  last_sound_at: number | null;
}
export type LoggedRun = typeof broadcast.$inferSelect & Sums;

/** Condition on the sums of a zone: not heard at every terminal, except those whose relay was lost. */
const isIncomplete: SQL = sql`(o.heard < o.targets and o.heard + o.behind_relay < o.targets)`;
const inZones = (org: SQL, zones: readonly number[] | null): SQL =>
  zones === null ? sql`true` : sql`${org} = ${anyOf(zones)}`;

/**
 * Condition: runs that began before the given one. Ids are not in order of time: alarms reserve theirs long
 * ahead, and scheduled runs are stored before they are due. A run that was deleted meanwhile counts with the
 * time of its neighbours.
 */
function earlierThan(id: number): SQL {
  const at = sql`coalesce((select b.started_at from broadcast b where b.id = ${id}),
    (select max(b.started_at) from broadcast b where b.id < ${id}))`;
  return sql`(${broadcast.started_at}, ${broadcast.id}) < (${at}, ${id}::int)`;
}

/** Condition: the newest runs before the given one (undefined: of all), which a search scans first. */
function newest(before: number | undefined): SQL {
  const earlier = before === undefined ? sql`true` : earlierThan(before);
  return sql`${broadcast.started_at} >= coalesce((select ${broadcast.started_at} from ${broadcast} where ${earlier}
    order by ${broadcast.started_at} desc nulls last, ${broadcast.id} desc offset ${WINDOW}::int limit 1), '-infinity')`;
}

function matching(zones: readonly number[] | null, filter: Omit<LogFilter, 'q'>): SQL | undefined {
  const { from, to, result, task_type, audio_source, task_id, terminal_id, before } = filter;
  const resultIs =
    result === undefined
      ? undefined
      : result === 'on_air'
        ? ne(broadcast.state, 'ended')
        : result === 'incomplete'
          ? and(
              eq(broadcast.state, 'ended'),
              sql`exists (select 1 from broadcast_org o where o.broadcast_id = ${broadcast.id}
                and ${isIncomplete} and ${inZones(sql`o.org`, zones)})`,
            )
          : eq(broadcast.end_reason, result);
  return and(
    before === undefined ? undefined : earlierThan(before),
    // An incomplete zone implies visibility.
    result === 'incomplete' ? undefined : seenFrom(zones),
    from === undefined ? undefined : gte(broadcast.started_at, from),
    to === undefined ? undefined : lt(broadcast.started_at, to),
    task_type === undefined ? undefined : eq(broadcast.task_type, task_type),
    audio_source === undefined ? undefined : eq(broadcast.audio_source, audio_source),
    task_id === undefined ? undefined : eq(broadcast.task_id, task_id),
    terminal_id === undefined
      ? undefined
      : sql`exists (select 1 from broadcast_target t where t.broadcast_id = ${broadcast.id}
          and t.terminal_id = ${terminal_id} and ${inZones(sql`t.org`, zones)})`,
    resultIs,
  );
}

/** Adds the sums over the visible zones to runs. */
async function withSums(
  db: DbOrTx,
  zones: readonly number[] | null,
  rows: readonly (typeof broadcast.$inferSelect)[],
): Promise<LoggedRun[]> {
  if (rows.length === 0) return [];
  const sums = await db.execute<Sums & { id: number } & Record<string, unknown>>(sql`
    select o.broadcast_id as id, sum(o.targets)::int as targets, sum(o.heard)::int as heard,
      sum(o.behind_relay)::int as behind_relay,
      sum(o.received)::float8 as received, sum(o.lost)::float8 as lost, sum(o.late)::float8 as late,
      sum(o.gaps)::float8 as gaps, sum(o.missed_ms)::float8 as missed_ms,
      max(o.last_sound_at)::float8 as last_sound_at
    from broadcast_org o
    where o.broadcast_id = ${anyOf(rows.map((row) => row.id))} and ${inZones(sql`o.org`, zones)}
    group by o.broadcast_id`);
  const byId = new Map(sums.rows.map(({ id, ...rest }) => [id, rest]));
  const none = {
    targets: 0,
    heard: 0,
    behind_relay: 0,
    received: 0,
    lost: 0,
    late: 0,
    gaps: null,
    missed_ms: null,
    last_sound_at: null,
  };
  return rows.map((row) => ({ ...row, ...(byId.get(row.id) ?? none) }));
}

/** Runs, newest first, one more than `limit` when there are more. @param zones null: all */
export async function list(
  db: DbOrTx,
  zones: readonly number[] | null,
  { q, ...filter }: LogFilter,
  limit: number,
): Promise<LoggedRun[]> {
  const texts = [broadcast.name, broadcast.operator_code];
  const search = { recent: newest(filter.before), texts, q };
  const rows = await searchedPage(search, limit, (searched) =>
    db
      .select()
      .from(broadcast)
      .where(and(matching(zones, filter), searched))
      .orderBy(sql`${broadcast.started_at} desc nulls last`, desc(broadcast.id))
      .limit(limit + 1),
  );
  return withSums(db, zones, rows);
}

/** Counts the ended runs that began at `from`, epoch seconds, or later. @param zones null: all */
export async function summary(
  db: DbOrTx,
  zones: readonly number[] | null,
  from: number,
): Promise<TaskLogSummary> {
  const isFailed = sql`${broadcast.end_reason} in ('missed', 'failed')`;
  const [row] = await db
    .select({
      runs: sql<number>`count(*) filter (where not ${isFailed})::int`,
      incomplete: sql<number>`count(*) filter (where not ${isFailed} and exists (select 1 from broadcast_org o
        where o.broadcast_id = ${broadcast.id} and ${isIncomplete} and ${inZones(sql`o.org`, zones)}))::int`,
      missed: sql<number>`count(*) filter (where ${broadcast.end_reason} = 'missed')::int`,
      failed: sql<number>`count(*) filter (where ${broadcast.end_reason} = 'failed')::int`,
    })
    .from(broadcast)
    .where(
      and(
        seenFrom(zones),
        gte(broadcast.started_at, from),
        eq(broadcast.state, 'ended'),
        // A control task sounds nowhere.
        ne(broadcast.end_reason, 'done'),
      ),
    );
  return row ?? { runs: 0, incomplete: 0, missed: 0, failed: 0 };
}

/** Finds one run, if it was in one of the zones. */
export async function one(
  db: DbOrTx,
  zones: readonly number[] | null,
  id: number,
): Promise<LoggedRun | undefined> {
  const rows = await db
    .select()
    .from(broadcast)
    .where(and(eq(broadcast.id, id), seenFrom(zones)));
  return (await withSums(db, zones, rows))[0];
}

/** Deletes runs that ended before a time, epoch seconds; at most `limit` at once, to avoid long locks. */
export async function sweep(db: DbOrTx, before: number, limit: number): Promise<number> {
  const gone = await db.execute(sql`
    delete from broadcast where id in (
      select id from broadcast where state = 'ended' and ended_at < to_timestamp(${before}) limit ${limit})`);
  return gone.rowCount ?? 0;
}
