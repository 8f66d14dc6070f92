import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import { account } from '../../platform/auth/account.table.ts';

/** Notices of starts that waited and were not played, until their account dismisses them. */
export const unplayedStart = pgTable('unplayed_start', {
  /** Id that the start had in the queue. */
  id: integer('id').primaryKey(),
  account_id: integer('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  /** Ids of the zones of its terminals; null: it had none. */
  org: jsonb('org').$type<number[]>(),
  /** Wall time, ms since 1970. */
  at: bigint('at', { mode: 'number' }).notNull(),
  reason: jsonb('reason').$type<UnplayedStartLive['reason']>().notNull(),
});
