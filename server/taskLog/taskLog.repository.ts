import { and, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { taskLogQuery } from '../../contract/entities/taskLog.ts';
import type { DbOrTx } from '../db/client.ts';
import { broadcast } from '../db/schema.ts';

export type LogFilter = Omit<z.output<typeof taskLogQuery>, 'limit'>;

/** Sums over the terminals of a run that the caller sees. */
interface Sums {
  targets: number;
  heard: number;
  received: number;
  lost: number;
  late: number;
  last_sound_at: number | null;
}
export type LoggedRun = typeof broadcast.$inferSelect & Sums;

const idsOf = (zones: readonly number[]) => sql`any(${sql.param([...zones])}::int[])`;
const inZones = (zones: readonly number[] | null): SQL =>
  zones === null ? sql`true` : sql`n.org = ${idsOf(zones)}`;

/** The targets of a run within zones, as `t` with their terminals as `n`. */
const targetsOf = (zones: readonly number[] | null): SQL =>
  zones === null
    ? sql`broadcast_target t where t.broadcast_id = ${broadcast.id}`
    : sql`broadcast_target t join terminal n on n.id = t.terminal_id
        where t.broadcast_id = ${broadcast.id} and ${inZones(zones)}`;

function matching(zones: readonly number[] | null, filter: LogFilter): SQL | undefined {
  const { q, from, to, result, task_type, audio_source, task_id, terminal_id, before } = filter;
  const pattern = q?.trim() ? `%${q.trim().replace(/[\\%_]/g, '\\$&')}%` : undefined;
  const resultIs =
    result === undefined
      ? undefined
      : result === 'on_air'
        ? ne(broadcast.state, 'ended')
        : result === 'incomplete'
          ? and(
              eq(broadcast.state, 'ended'),
              sql`exists (select 1 from ${targetsOf(zones)} and t.first_sound_at is null)`,
            )
          : eq(broadcast.end_reason, result);
  return and(
    before === undefined ? undefined : lt(broadcast.id, before),
    zones === null ? undefined : sql`exists (select 1 from ${targetsOf(zones)})`,
    pattern === undefined
      ? undefined
      : sql`(${broadcast.name} ilike ${pattern} or ${broadcast.operator_code} ilike ${pattern})`,
    from === undefined ? undefined : gte(broadcast.started_at, from),
    to === undefined ? undefined : lt(broadcast.started_at, to),
    task_type === undefined ? undefined : eq(broadcast.task_type, task_type),
    audio_source === undefined ? undefined : eq(broadcast.audio_source, audio_source),
    task_id === undefined ? undefined : eq(broadcast.task_id, task_id),
    terminal_id === undefined
      ? undefined
      : sql`exists (select 1 from ${targetsOf(zones)} and t.terminal_id = ${terminal_id})`,
    resultIs,
  );
}

/** Runs, the newest first; zones null: all. */
export async function list(
  db: DbOrTx,
  zones: readonly number[] | null,
  filter: LogFilter,
  limit: number,
): Promise<LoggedRun[]> {
  const rows = await db
    .select()
    .from(broadcast)
    .where(matching(zones, filter))
    .orderBy(desc(broadcast.id))
    .limit(limit);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const sums = await db.execute<Sums & { id: number } & Record<string, unknown>>(sql`
    select t.broadcast_id as id, count(*)::int as targets, count(t.first_sound_at)::int as heard,
      sum(t.received)::float8 as received, sum(t.lost)::float8 as lost, sum(t.late)::float8 as late,
      max(t.first_sound_at)::float8 as last_sound_at
    from broadcast_target t join terminal n on n.id = t.terminal_id
    where t.broadcast_id = ${idsOf(ids)} and ${inZones(zones)}
    group by t.broadcast_id`);
  const byId = new Map(sums.rows.map(({ id, ...rest }) => [id, rest]));
  const none = { targets: 0, heard: 0, received: 0, lost: 0, late: 0, last_sound_at: null };
  return rows.map((row) => ({ ...row, ...(byId.get(row.id) ?? none) }));
}

/** One run, if a target of it lies within the zones. */
export async function one(
  db: DbOrTx,
  zones: readonly number[] | null,
  id: number,
): Promise<LoggedRun | undefined> {
  const rows = await list(db, zones, { before: id + 1 }, 1);
  return rows[0]?.id === id ? rows[0] : undefined;
}

/** Removes what ended before a time, epoch seconds; at most so many at once, so that nothing waits for long. */
export async function sweep(db: DbOrTx, before: number, limit: number): Promise<number> {
  const gone = await db.execute(sql`
    delete from broadcast where id in (
      select id from broadcast where state = 'ended' and ended_at < to_timestamp(${before}) limit ${limit})`);
  return gone.rowCount ?? 0;
}
