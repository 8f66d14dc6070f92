import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AlarmEventRow } from '../../../../contract/entities/tasks/alarm.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { broadcast, broadcastTarget } from '../../broadcast/broadcast.table.ts';
import { alarm, alarmEvent } from './alarm.table.ts';
import type { StoredParams } from './storedParams.ts';

export type AlarmRow = typeof alarm.$inferSelect;
export type NewEvent = Omit<AlarmEventRow, 'id' | 'params'> & { params: StoredParams };

/** Stores an alarm as it is now, even if its plan was deleted meanwhile. */
export async function saveAlarm(tx: DbOrTx, row: AlarmRow): Promise<void> {
  const { id, rev: _rev, note: _note, ...values } = row;
  const plan_id = sql`(select id from alarm_plan where id = ${row.plan_id}::int)`;
  await tx
    .insert(alarm)
    .overridingSystemValue()
    .values({ ...values, id, plan_id })
    .onConflictDoUpdate({
      target: alarm.id,
      set: { ...values, plan_id, rev: sql`${alarm.rev} + 1` },
    });
}

/** Tells if an alarm has a record. */
export async function isStored(tx: DbOrTx, id: number): Promise<boolean> {
  const rows = await tx.select({ id: alarm.id }).from(alarm).where(eq(alarm.id, id));
  return rows.length > 0;
}

/** Alarms that began after a time (epoch ms) and are over. */
export async function endedSince(db: DbOrTx, from: number): Promise<AlarmRow[]> {
  return db
    .select()
    .from(alarm)
    .where(and(isNotNull(alarm.ended_at), gt(alarm.began_at, from)));
}

export async function insertEvents(tx: DbOrTx, id: number, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0)
    await tx.insert(alarmEvent).values(events.map((event) => ({ ...event, alarm_id: id })));
}

/** Alarms that are not over, in the order of their start. */
export function runningAlarms(db: DbOrTx): Promise<AlarmRow[]> {
  return db.select().from(alarm).where(isNull(alarm.ended_at)).orderBy(asc(alarm.id));
}

/** All stored broadcasts of alarms, ended ones too, in the order of their start. */
export function airOf(db: DbOrTx, alarms: readonly number[]) {
  return db
    .select({
      id: broadcast.id,
      alarm_id: broadcast.alarm_id,
      linkage_task_id: broadcast.linkage_task_id,
      state: broadcast.state,
    })
    .from(broadcast)
    .where(inArray(broadcast.alarm_id, [...alarms]))
    .orderBy(asc(broadcast.id));
}

/** Terminals with proof of delivery of a broadcast, and the time of their first sound, epoch ms. */
export async function proved(db: DbOrTx, id: number): Promise<{ id: number; at: number }[]> {
  const { terminal_id, first_sound_at, broadcast_id } = broadcastTarget;
  const rows = await db
    .select({ id: terminal_id, at: first_sound_at })
    .from(broadcastTarget)
    .where(and(eq(broadcast_id, id), isNotNull(first_sound_at)));
  return rows.flatMap(({ id, at }) => (at === null ? [] : [{ id, at }]));
}

/** Time at which each plan last alarmed, epoch seconds; drills left out. */
export async function lastAlarms(db: DbOrTx): Promise<Map<number, number>> {
  const rows = await db
    .selectDistinctOn([alarm.plan_id], { plan: alarm.plan_id, at: alarm.alarming_at })
    .from(alarm)
    .where(and(isNotNull(alarm.plan_id), isNotNull(alarm.alarming_at), eq(alarm.drill, 'none')))
    .orderBy(alarm.plan_id, desc(alarm.alarming_at));
  return new Map(
    rows.flatMap(({ plan, at }) => (plan === null ? [] : [[plan, Math.floor((at ?? 0) / 1000)]])),
  );
}
