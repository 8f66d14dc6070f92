import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import { account } from '../../platform/auth/account.table.ts';
import { epochSeconds, id, now, rev, searchable } from '../../platform/db/columns.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { BroadcastStream } from '../../sound/source/broadcastStream.ts';
import { alarm } from '../emergency/journal/alarm.table.ts';
import { scheduledTask } from '../schedule/schedule.table.ts';

/** Running or ended broadcasts: the list as it was started, and the current position. */
export const broadcast = pgTable(
  'broadcast',
  {
    id: id(),
    /** Scheduled task of the run; null when it was started directly, or the task was deleted. */
    task_id: integer('task_id').references(() => scheduledTask.id, { onDelete: 'set null' }),
    /** Alarm and linkage task that it belongs to. */
    alarm_id: integer('alarm_id').references(() => alarm.id, { onDelete: 'set null' }),
    linkage_task_id: integer('linkage_task_id'),
    /** Scheduled start, ms since 1970; unique per task, so that no run is doubled. */
    due_at: bigint('due_at', { mode: 'number' }),
    task_type: smallint('task_type').notNull(),
    name: text('name').notNull(),
    audio_source: smallint('audio_source').notNull(),
    priority: smallint('priority').notNull(),
    volume: smallint('volume'),
    play_order: smallint('play_order').notNull(),
    loop: smallint('loop').notNull(),
    /** Silence between two items, ms. */
    interval_ms: integer('interval_ms').notNull().default(0),
    resume_policy: text('resume_policy').$type<'live' | 'none' | 'position'>().notNull().default('live'),
    /** Seed of the shuffle, for the same order after a restart. */
    seed: integer('seed').notNull(),
    items: jsonb('items').$type<BroadcastItem[]>().notNull(),
    text_content: text('text_content'),
    /** Radio station, URL or capturer channel; `items` is empty then. */
    stream: jsonb('stream').$type<BroadcastStream>(),
    /** Request of the person who started it directly, to repeat it. */
    asked: jsonb('asked').$type<StartRealTimeTask>(),
    state: text('state').$type<'playing' | 'paused' | 'waiting' | 'ended'>().notNull(),
    /**
     * Position in the list's timeline at `anchor_at`; while playing it advances with the wall clock. State
     * `waiting`: held at its position, because all its terminals were taken (resume policy `position`).
     */
    position_ms: bigint('position_ms', { mode: 'number' }).notNull().default(0),
    /** Wall time of the anchor, ms since 1970. */
    anchor_at: bigint('anchor_at', { mode: 'number' }).notNull(),
    /**
     * The anchor while it plays, as a time of the media clock of `anchor_epoch`: a next server in that epoch continues
     * with the same packets at the same times. Null: it stands still, or is from before these columns.
     */
    anchor_us: bigint('anchor_us', { mode: 'number' }),
    anchor_epoch: text('anchor_epoch'),
    /** Time left to play from the anchor on, ms; null: as long as its list. */
    limit_ms: bigint('limit_ms', { mode: 'number' }),
    /** Length of the list between two chimes, ms; null: its own length. */
    programme_ms: bigint('programme_ms', { mode: 'number' }),
    /** Codes for the task log, which outlives accounts and terminals. */
    operator_code: text('operator_code').notNull().default(''),
    device_code: text('device_code').notNull().default(''),
    capturer_code: text('capturer_code').notNull().default(''),
    capturer_channel: smallint('capturer_channel'),
    gpio_code: text('gpio_code').notNull().default(''),
    /** Run of a task of an exam, which has its rank (server/air/engine/rank.ts). */
    exam: boolean('exam').notNull().default(false),
    /** Reason why it could not be started: a message of contract/api/errors.ts. */
    error: jsonb('error').$type<{ key: string; params: Record<string, string | number> }>(),
    started_by: integer('started_by').references(() => account.id, { onDelete: 'set null' }),
    started_at: epochSeconds('started_at').notNull().default(now),
    /**
     * `started_at` in ms since 1970, the reference of the time to first sound; null: a run from before this
     * column.
     */
    started_ms: bigint('started_ms', { mode: 'number' }),
    ended_at: epochSeconds('ended_at'),
    end_reason: text('end_reason'),
    rev: rev(),
  },
  (t) => [
    index('broadcast_ended').on(t.ended_at.desc().nullsLast(), t.id.desc()),
    index('broadcast_on_air').on(t.id).where(sql`state <> 'ended'`),
    index().on(t.alarm_id),
    index('broadcast_unsounded').on(t.id).where(sql`end_reason in ('missed', 'failed', 'done', 'offline')`),
    index('broadcast_started').on(t.started_at.desc().nullsLast(), t.id.desc()),
    uniqueIndex('broadcast_run').on(t.task_id, t.due_at),
    index('broadcast_search').using('gin', searchable(t.name), searchable(t.operator_code)),
  ],
);

export type BroadcastRow = typeof broadcast.$inferSelect;

/** Targets of broadcasts, with the proof of delivery for the task log. */
export const broadcastTarget = pgTable(
  'broadcast_target',
  {
    broadcast_id: integer('broadcast_id')
      .notNull()
      .references(() => broadcast.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    /** Zone of the terminal while it ran (docs/decisions/0033-zones-of-a-run.md). */
    org: integer('org'),
    /** Wall time of the first sample that was played, ms since 1970. */
    first_sound_at: bigint('first_sound_at', { mode: 'number' }),
    played_ms: bigint('played_ms', { mode: 'number' }).notNull().default(0),
    received: integer('received').notNull().default(0),
    lost: integer('lost').notNull().default(0),
    late: integer('late').notNull().default(0),
    /** Gaps of the sound card and their total length; null: not reported. */
    gaps: integer('gaps'),
    missed_ms: integer('missed_ms'),
    /** Time that the terminal played it without a link (server/air/offline), beside `played_ms`. */
    offline_ms: bigint('offline_ms', { mode: 'number' }).notNull().default(0),
    /** Reason why it did not sound to the end (server/air/engine/storedReason.ts); null if it did. */
    reason: text('reason'),
  },
  (t) => [
    primaryKey({ columns: [t.broadcast_id, t.terminal_id] }),
    index().on(t.terminal_id, t.broadcast_id),
  ],
);

/**
 * Broadcasts by zone: visibility, and the sums of proofs in the zone, so that a list of runs costs the same
 * however many terminals each has. Outlives zones and terminals; written with the targets
 * (server/air/broadcast/proofs.repository.ts).
 */
export const broadcastOrg = pgTable(
  'broadcast_org',
  {
    broadcast_id: integer('broadcast_id')
      .notNull()
      .references(() => broadcast.id, { onDelete: 'cascade' }),
    /** 0: terminals without a zone. */
    org: integer('org').notNull(),
    targets: integer('targets').notNull(),
    heard: integer('heard').notNull().default(0),
    /** Targets not heard although that was not intended (contract/entities/tasks/broadcast.ts, `intendedSilence`). */
    missed: integer('missed').notNull(),
    /** Targets not heard whose relay was lost: nothing is known of them. They are not among `missed`. */
    behind_relay: integer('behind_relay').notNull().default(0),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    lost: bigint('lost', { mode: 'number' }).notNull().default(0),
    late: bigint('late', { mode: 'number' }).notNull().default(0),
    /** Gaps of the sound cards that report them; null: none does. */
    gaps: bigint('gaps', { mode: 'number' }),
    missed_ms: bigint('missed_ms', { mode: 'number' }),
    /** Latest of the first sounds, ms since 1970. */
    last_sound_at: bigint('last_sound_at', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.broadcast_id, t.org] }),
    index().on(t.org, t.broadcast_id),
    index('broadcast_org_incomplete').on(t.broadcast_id, t.org).where(sql`heard < targets`),
  ],
);
