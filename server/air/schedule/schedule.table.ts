import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { type BusyPolicy, busyPolicy } from '../../../contract/codes.ts';
import { RETRY_S, WAIT_S } from '../../../contract/constants.ts';
import type { DayType, PlanException, Term } from '../../../contract/entities/tasks/plan.ts';
import type { ScheduledTaskForm } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { TaskDelay } from '../../../contract/schedule/recurrence.ts';
import { account } from '../../platform/auth/account.table.ts';
import { createdAt, id, idList, rev } from '../../platform/db/columns.ts';

/** Plans: tasks between two dates, with exceptional days (contract/entities/tasks/plan.ts). */
export const plan = pgTable('plan', {
  id: id(),
  name: text('name').notNull(),
  start_date: text('start_date').notNull(),
  end_date: text('end_date'),
  desc: text('desc').notNull().default(''),
  enabled: boolean('enabled').notNull().default(true),
  every_weeks: smallint('every_weeks').notNull().default(1),
  exam: boolean('exam').notNull().default(false),
  day_types: jsonb('day_types').$type<DayType[]>().notNull().default([]),
  terms: jsonb('terms').$type<Term[]>().notNull().default([]),
  exceptions: jsonb('exceptions').$type<PlanException[]>().notNull().default([]),
  rev: rev(),
  created_at: createdAt(),
});

/**
 * Scheduled tasks (contract/entities/tasks/scheduledTask.ts). References may be gone: the run then goes without
 * them.
 */
export const scheduledTask = pgTable(
  'scheduled_task',
  {
    id: id(),
    name: text('name').notNull(),
    plan_id: integer('plan_id').references(() => plan.id, { onDelete: 'cascade' }),
    enabled: boolean('enabled').notNull().default(true),
    audio_source: smallint('audio_source').$type<ScheduledTaskForm['audio_source']>().notNull(),
    files: idList('files'),
    file_group: integer('file_group'),
    textContent: text('text_content').notNull().default(''),
    voiceName: text('voice_name').$type<ScheduledTaskForm['voiceName']>().notNull().default('xiaoyan'),
    voiceSpeed: smallint('voice_speed').notNull().default(50),
    preset_text: integer('preset_text'),
    radio: integer('radio'),
    url: text('url').notNull().default(''),
    capturer: integer('capturer'),
    capturer_channel: smallint('capturer_channel'),
    control_action: text('control_action').$type<ScheduledTaskForm['control_action']>(),
    control_volume: smallint('control_volume'),
    start_date: text('start_date').notNull(),
    end_date: text('end_date'),
    start_time: text('start_time').notNull(),
    end_time: text('end_time'),
    schedule_day: smallint('schedule_day').$type<ScheduledTaskForm['schedule_day']>().notNull().default(0),
    weekday_flags: idList('weekday_flags'),
    day_types: idList('day_types'),
    duration: integer('duration'),
    count: integer('count'),
    advancePlayTime: integer('advance_play_time').notNull().default(0),
    priority: smallint('priority').notNull(),
    volume: smallint('volume'),
    play_order: smallint('play_order').$type<ScheduledTaskForm['play_order']>().notNull(),
    loop: smallint('loop').$type<ScheduledTaskForm['loop']>().notNull(),
    interval_time: doublePrecision('interval_time').notNull().default(0),
    chime_before: integer('chime_before'),
    chime_after: integer('chime_after'),
    resume_policy: text('resume_policy').$type<ScheduledTaskForm['resume_policy']>().notNull(),
    busy_policy: text('busy_policy').$type<BusyPolicy>().notNull().default(busyPolicy.preempt),
    wait_s: integer('wait_s').notNull().default(WAIT_S),
    retries: smallint('retries').notNull().default(0),
    retry_s: integer('retry_s').notNull().default(RETRY_S),
    offline_tasks: boolean('offline_tasks').notNull().default(false),
    devices: idList('devices'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    /** Delay of the run of one day (contract/schedule/recurrence.ts). */
    delay: jsonb('delay').$type<TaskDelay>(),
    /** Time of the last change, ms since 1970: runs that were due before do not count as missed. */
    active_since: bigint('active_since', { mode: 'number' }).notNull(),
    created_by: integer('created_by').references(() => account.id, { onDelete: 'set null' }),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.plan_id)],
);
