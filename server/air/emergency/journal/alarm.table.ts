import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { AlarmState, DrillMode } from '../../../../contract/codes.ts';
import type { AlarmOrigin } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmEventKind } from '../../../../contract/fieldCodes.ts';
import { createdAt, id, idList, rev, searchable } from '../../../platform/db/columns.ts';
import { alarmPlan } from '../plans/alarmPlan.table.ts';
import type { StoredParams } from './storedParams.ts';

/**
 * Alarms: each start of a plan (contract/entities/tasks/alarm.ts), running until `ended_at`, a record afterwards.
 * Holds everything that a restart needs to continue. Times in ms since 1970 unless they are epoch seconds.
 */
export const alarm = pgTable(
  'alarm',
  {
    id: id(),
    plan_id: integer('plan_id').references(() => alarmPlan.id, { onDelete: 'set null' }),
    plan_name: text('plan_name').notNull(),
    priority: smallint('priority').notNull(),
    /** Zones in which it is visible; null: the whole site. */
    orgs: jsonb('orgs').$type<number[]>(),
    device_id: integer('device_id'),
    device_name: text('device_name').notNull().default(''),
    device_code: text('device_code').notNull().default(''),
    origin: jsonb('origin').$type<AlarmOrigin>().notNull(),
    drill: text('drill').$type<DrillMode>().notNull().default('none'),
    /** Targets of a drill at chosen terminals. */
    drill_targets: idList('drill_targets'),
    state: text('state').$type<AlarmState>().notNull(),
    input_nums: idList('input_nums'),
    output_nums: idList('output_nums'),
    step: smallint('step').notNull().default(0),
    /** Time at which the step was reached. */
    step_at: bigint('step_at', { mode: 'number' }),
    began_at: bigint('began_at', { mode: 'number' }).notNull(),
    starts_at: bigint('starts_at', { mode: 'number' }),
    alarming_at: bigint('alarming_at', { mode: 'number' }),
    acknowledged_at: bigint('acknowledged_at', { mode: 'number' }),
    acknowledged_by: text('acknowledged_by').notNull().default(''),
    silenced: boolean('silenced').notNull().default(false),
    /** Time of the stop or reset, and end of the reset time. */
    reset_at: bigint('reset_at', { mode: 'number' }),
    reset_by_user: text('reset_by_user').notNull().default(''),
    reset_until: bigint('reset_until', { mode: 'number' }),
    cancelled: boolean('cancelled').notNull().default(false),
    ended_at: bigint('ended_at', { mode: 'number' }),
    note: text('note').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [
    index().on(t.created_at),
    uniqueIndex('alarm_running').on(t.plan_id).where(sql`ended_at is null`),
    index('alarm_search').using('gin', searchable(t.plan_name), searchable(t.device_name)),
  ],
);

/** Timeline of alarms. Insert only. */
export const alarmEvent = pgTable(
  'alarm_event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    alarm_id: integer('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    at: bigint('at', { mode: 'number' }).notNull(),
    kind: text('kind').$type<AlarmEventKind>().notNull(),
    by: text('by').notNull().default(''),
    peer_addr: text('peer_addr').notNull().default(''),
    params: jsonb('params').$type<StoredParams>().notNull().default({}),
  },
  (t) => [index().on(t.alarm_id, t.id)],
);
