import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { epochSeconds, now } from '../../platform/db/columns.ts';

/** Blocks of ids of alarms and broadcasts, given to servers before rows with them exist. */
export const idBlock = pgTable('id_block', {
  /** Tells a server if a block in its data folder is from this database. */
  token: uuid('token').primaryKey().defaultRandom(),
  table: text('table').$type<'alarm' | 'broadcast'>().notNull(),
  first: integer('first').notNull(),
  last: integer('last').notNull(),
  taken_at: epochSeconds('taken_at').notNull().default(now),
});
