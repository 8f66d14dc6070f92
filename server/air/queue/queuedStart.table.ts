import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import { account } from '../../platform/auth/account.table.ts';
import { idList } from '../../platform/db/columns.ts';

/** A start of a saved task that waits: what is played is the task's as it is when its turn comes. */
export interface AskedRun {
  scheduled_task: number;
  /** Code of the call station that dialled it; absent: an account started it. */
  device_code?: string;
}

/**
 * Starts of accounts and call stations that wait in the queue, for the next server: real-time tasks, texts, and saved
 * tasks. Live pages are not stored.
 */
export const queuedStart = pgTable('queued_start', {
  /** Id of the broadcast that it becomes. */
  id: integer('id').primaryKey(),
  asked: jsonb('asked').$type<StartRealTimeTask | AskedRun>().notNull(),
  /** Null: a call station dialled it. */
  account_id: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
  started_by: text('started_by').notNull(),
  operator_code: text('operator_code').notNull(),
  ip: text('ip').notNull(),
  terminals: idList('terminals'),
  /** Wall times of its arrival and of its time-out, ms since 1970. */
  since_at: bigint('since_at', { mode: 'number' }).notNull(),
  until_at: bigint('until_at', { mode: 'number' }).notNull(),
});
export type QueuedStartRow = typeof queuedStart.$inferSelect;
