import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type AlarmEnd, alarmEnd, codeValues } from '../../../../contract/codes.ts';
import {
  type AlarmEventRow,
  type AlarmTarget,
  type alarmRecordQuery,
  alarmRecordSortable,
} from '../../../../contract/entities/tasks/alarm.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { holdsText } from '../../../platform/db/searchText.ts';
import { totalOf } from '../../../platform/db/total.ts';
import { isBehindRelay } from '../../broadcast/proofs.repository.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import { alarm, alarmEvent } from '../journal/alarm.table.ts';

export type RecordQuery = z.output<typeof alarmRecordQuery>;
export interface RecordFacts {
  row: AlarmRow;
  targets: number;
  heard: number;
  behind_relay: number;
  /** Epoch ms. */
  first_sound_at: number | null;
  ended_how: AlarmEnd | null;
}

/**
 * Records with their targets, counted once for each alarm: a drill of the whole site has ten thousand
 * terminals.
 */
const facts = (db: DbOrTx) => {
  const reached = sql`(
    select count(*)::int as targets, count(t.heard_at)::int as heard, min(t.heard_at)::float8 as first_sound_at,
      count(*) filter (where t.heard_at is null and t.is_behind)::int as behind_relay
    from (select t.terminal_id, min(t.first_sound_at) as heard_at, bool_or(${isBehindRelay}) as is_behind
      from broadcast b
      join broadcast_target t on t.broadcast_id = b.id where b.alarm_id = ${alarm.id} group by t.terminal_id) t
  ) as reached`;
  return db
    .select({
      row: alarm,
      targets: sql<number>`reached.targets`,
      heard: sql<number>`reached.heard`,
      behind_relay: sql<number>`reached.behind_relay`,
      first_sound_at: sql<number | null>`reached.first_sound_at`,
      ended_how: sql<AlarmEnd | null>`(select e.kind from alarm_event e where e.alarm_id = ${alarm.id}
        and e.kind = any(${sql.param(codeValues(alarmEnd))}::text[]) order by e.id desc limit 1)`,
    })
    .from(alarm)
    .crossJoinLateral(reached);
};

/**
 * Condition: visible to an account with one of its zones; an alarm of the whole site to all (as the live
 * row).
 */
function seenFrom(zones: readonly number[] | null): SQL | undefined {
  if (zones === null) return undefined;
  return sql`(${alarm.orgs} is null or exists (select 1 from jsonb_array_elements(${alarm.orgs}) o
    where o::int = any(${sql.param([...zones])}::int[])))`;
}

function matching(zones: readonly number[] | null, query: Partial<RecordQuery>): SQL | undefined {
  const { plan_id, status, drill, from, to, q } = query;
  return and(
    seenFrom(zones),
    plan_id === undefined ? undefined : eq(alarm.plan_id, plan_id),
    status === undefined ? undefined : status === 0 ? isNull(alarm.ended_at) : isNotNull(alarm.ended_at),
    drill === undefined ? undefined : eq(alarm.drill, drill),
    from === undefined ? undefined : gte(alarm.created_at, from),
    to === undefined ? undefined : lte(alarm.created_at, to),
    holdsText([alarm.plan_name, alarm.device_name], q),
  );
}

/** Lists alarms, the newest first unless sorted otherwise. @param zones those of the caller; null: all */
export async function list(
  db: DbOrTx,
  zones: readonly number[] | null,
  query: RecordQuery,
): Promise<{ rows: RecordFacts[]; total: number; estimated?: boolean }> {
  const where = matching(zones, query);
  const wanted = query.sort ?? '-created_at';
  const name = wanted.replace(/^-/, '');
  const by = (alarmRecordSortable as readonly string[]).includes(name) ? name : 'created_at';
  const direction = wanted.startsWith('-') ? desc : asc;
  const order = [direction(alarm[by as 'created_at']), desc(alarm.id)];
  const shown = db
    .select({ id: alarm.id })
    .from(alarm)
    .where(where)
    .orderBy(...order)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const rows = await facts(db)
    .where(inArray(alarm.id, shown))
    .orderBy(...order);
  return { rows, ...(await totalOf(db, alarm, where)) };
}

/** Alarms before an id, the newest first, for the export. */
export function before(
  db: DbOrTx,
  zones: readonly number[] | null,
  query: Partial<RecordQuery>,
  id: number | undefined,
  limit: number,
): Promise<RecordFacts[]> {
  return facts(db)
    .where(and(matching(zones, query), id === undefined ? undefined : lt(alarm.id, id)))
    .orderBy(desc(alarm.id))
    .limit(limit);
}

export async function one(
  db: DbOrTx,
  zones: readonly number[] | null,
  id: number,
): Promise<RecordFacts | undefined> {
  const rows = await facts(db).where(and(eq(alarm.id, id), seenFrom(zones)));
  return rows[0];
}

export async function events(db: DbOrTx, id: number) {
  const rows = await db
    .select()
    .from(alarmEvent)
    .where(eq(alarmEvent.alarm_id, id))
    .orderBy(asc(alarmEvent.at), asc(alarmEvent.id));
  return rows.map(({ alarm_id: _alarm, ...event }) => event);
}

/** Writes a note under the row's lock; undefined: the revision has changed. */
export async function setNote(
  tx: DbOrTx,
  id: number,
  note: string,
  rev: number | undefined,
): Promise<AlarmRow | undefined> {
  const rows = await tx
    .update(alarm)
    .set({ note, rev: sql`${alarm.rev} + 1` })
    .where(and(eq(alarm.id, id), rev === undefined ? undefined : eq(alarm.rev, rev)))
    .returning();
  return rows[0];
}

export async function insertNoteEvent(
  tx: DbOrTx,
  id: number,
  event: Omit<AlarmEventRow, 'id'>,
): Promise<void> {
  await tx.insert(alarmEvent).values({ ...event, alarm_id: id });
}

export type StoredTarget = Omit<AlarmTarget, 'state' | 'reason'> & {
  reason: string | null;
  broadcast: number;
  /** Part that it played without a link, beside `played_ms`. */
  offline_ms: number;
};

/** Targets of an alarm, one row per message and terminal. `first`: terminals that come first. */
export async function targets(
  db: DbOrTx,
  id: number,
  zones: readonly number[] | null,
  query: { first: readonly number[]; q?: string | undefined; limit: number; offset: number },
): Promise<{ rows: StoredTarget[]; total: number }> {
  const pattern = query.q?.trim() ? `%${query.q.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const from = sql`from broadcast b join broadcast_target t on t.broadcast_id = b.id
    join terminal on terminal.id = t.terminal_id left join linkage_task l on l.id = b.linkage_task_id
    where b.alarm_id = ${id}
    and (${zones === null} or terminal.org = any(${sql.param([...(zones ?? [])])}::int[]))
    and (${pattern}::text is null or terminal.name ilike ${pattern} or terminal.code ilike ${pattern})`;
  const found = await db.execute<StoredTarget & { [key: string]: unknown }>(sql`
    select t.terminal_id, terminal.code, terminal.name, terminal.org, coalesce(l.name, '') as linkage_task,
      t.reason, b.id as broadcast, t.first_sound_at::float8 as first_sound_at, t.played_ms::float8 as played_ms,
      t.offline_ms::float8 as offline_ms, t.lost, t.late, t.gaps, t.missed_ms ${from}
    order by (t.terminal_id = any(${sql.param([...query.first])}::int[])) desc, (t.first_sound_at is null) desc,
      terminal.name, terminal.id, b.id
    limit ${query.limit} offset ${query.offset}`);
  const counted = await db.execute<{ n: number }>(sql`select count(*)::int as n ${from}`);
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 };
}
