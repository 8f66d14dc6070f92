import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { account } from '../auth/account.table.ts';

/** Preferences of accounts for their screens, such as column layouts. */
export const preference = pgTable(
  'preference',
  {
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.key] })],
);
