import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { rev } from '../db/columns.ts';

/** Site-wide settings by key (system configuration). */
export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  rev: rev(),
});
