import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../contract/api/envelope.ts';
import { csqBounds } from '../../../contract/constants.ts';
import type { SignalHour, SignalQuery, SignalRow } from '../../../contract/entities/terminals/signal.ts';
import type { SignalState } from '../../../contract/fieldCodes.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { searchPattern } from '../../platform/db/searchText.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { terminal } from '../terminals/terminal.table.ts';
import { signalHour, signalLast } from './signal.table.ts';

/** Last reading of a terminal. Times are epoch seconds. */
export type Last = typeof signalLast.$inferSelect;
/** Readings of a terminal in one hour that are not stored yet. */
export type Gathered = typeof signalHour.$inferInsert;

export async function lasts(db: DbOrTx): Promise<Last[]> {
  return db.select().from(signalLast);
}

/**
 * Adds readings to their hours, and updates the last ones, of terminals that still exist; two statements in
 * all.
 */
export async function store(db: DbOrTx, gathered: readonly Gathered[], last: readonly Last[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into signal_hour as h (terminal_id, hour, csq_sum, count, csq_min, csq_max, reported_at)
      select g.terminal_id, g.hour, g.csq_sum, g.count, g.csq_min, g.csq_max, to_timestamp(g.reported_at)
      from jsonb_to_recordset(${JSON.stringify(gathered)}::jsonb) as g(terminal_id int, hour int, csq_sum int,
        count int, csq_min smallint, csq_max smallint, reported_at float8) join terminal t on t.id = g.terminal_id
      on conflict (terminal_id, hour) do update set csq_sum = h.csq_sum + excluded.csq_sum,
        count = h.count + excluded.count, csq_min = least(h.csq_min, excluded.csq_min),
        csq_max = greatest(h.csq_max, excluded.csq_max), reported_at = greatest(h.reported_at, excluded.reported_at)`);
    await tx.execute(sql`
      insert into signal_last (terminal_id, csq, reported_at, latitude, longitude)
      select l.terminal_id, l.csq, to_timestamp(l.reported_at), l.latitude, l.longitude
      from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as l(terminal_id int, csq smallint, reported_at float8,
        latitude float8, longitude float8) join terminal t on t.id = l.terminal_id
      on conflict (terminal_id) do update set csq = excluded.csq, reported_at = excluded.reported_at,
        latitude = excluded.latitude, longitude = excluded.longitude`);
  });
}

/** Hours of a terminal that begin from `from` up to `to`, epoch seconds, oldest first. */
export async function hours(db: DbOrTx, id: number, from: number, to: number): Promise<SignalHour[]> {
  const rows = await db
    .select()
    .from(signalHour)
    .where(
      sql`${signalHour.terminal_id} = ${id} and ${signalHour.hour} >= ${Math.ceil(from / 3600)}
        and ${signalHour.hour} <= ${Math.floor(to / 3600)}`,
    )
    .orderBy(asc(signalHour.hour));
  return rows.map((row) => ({
    at: row.hour * 3600,
    avg: Math.round((100 * row.csq_sum) / row.count) / 100,
    min: row.csq_min,
    max: row.csq_max,
    count: row.count,
    reported_at: row.reported_at,
  }));
}

const { csq, reported_at } = signalLast;
const name = sql<string>`coalesce(nullif(${terminal.dev_name2}, ''), ${terminal.name})`;
const sorts: Record<string, SQL> = {
  name,
  code: sql`${terminal.code}`,
  csq: sql`${csq}`,
  reported_at: sql`${reported_at}`,
};
const within: Record<SignalState, SQL> = {
  weak: sql`${csq} <= ${csqBounds.weak}`,
  medium: sql`${csq} > ${csqBounds.weak} and ${csq} <= ${csqBounds.medium}`,
  strong: sql`${csq} > ${csqBounds.medium}`,
  none: sql`${csq} is null`,
};

/** Terminals with a SIM card or a reading, within the scope; without their online state. */
export async function list(
  db: DbOrTx,
  scope: Scope,
  query: Omit<SignalQuery, 'org'>,
): Promise<Page<Omit<SignalRow, 'online'>>> {
  const { page, limit, sort = 'csq', q, strength } = query;
  const pattern = searchPattern(q);
  const texts = [terminal.name, terminal.dev_name2, terminal.code, terminal.ICCID];
  const conditions = [
    sql`(${signalLast.terminal_id} is not null or ${terminal.ICCID} <> '')`,
    scope.all === true
      ? undefined
      : sql`(${terminal.org} is null or ${inArray(terminal.org, [...scope.ids])})`,
    strength === undefined ? undefined : within[strength],
    pattern === undefined
      ? undefined
      : sql`(${sql.join(
          texts.map((text) => sql`${text} ilike ${pattern}`),
          sql` or `,
        )})`,
  ].filter((one) => one !== undefined);
  const where = sql.join(conditions, sql` and `);
  const by = sorts[sort.replace(/^-/, '')] ?? sql`${csq}`;
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const rows = await db
    .select({
      id: terminal.id,
      org: terminal.org,
      kind: terminal.kind,
      code: terminal.code,
      name,
      ICCID: terminal.ICCID,
      csq,
      reported_at,
      latitude: signalLast.latitude,
      longitude: signalLast.longitude,
    })
    .from(terminal)
    .leftJoin(signalLast, eq(signalLast.terminal_id, terminal.id))
    .where(where)
    .orderBy(sql`${by} ${direction} nulls last`, asc(terminal.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(terminal)
    .leftJoin(signalLast, eq(signalLast.terminal_id, terminal.id))
    .where(where);
  return { rows, total: counted?.total ?? 0, page, limit };
}
