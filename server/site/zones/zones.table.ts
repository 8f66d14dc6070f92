import { type AnyPgColumn, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { account } from '../../platform/auth/account.table.ts';
import { createdAt, id, rev } from '../../platform/db/columns.ts';

export const partition = pgTable(
  'partition',
  {
    id: id(),
    name: text('name').notNull(),
    code: text('code').notNull().unique(),
    /** argon2id of the zone password by which a terminal enrols itself; never leaves the server. */
    password_hash: text('password_hash'),
    /** Longest wait of starts for loudspeakers that are called first, s; 0: that of the zone above, or none. */
    start_wait_s: integer('start_wait_s').notNull().default(0),
    parent_id: integer('parent_id').references((): AnyPgColumn => partition.id),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.parent_id)],
);

/** Roots of the zones of accounts that have not all zones. */
export const accountPartition = pgTable(
  'account_partition',
  {
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    partition_id: integer('partition_id')
      .notNull()
      .references(() => partition.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.partition_id] })],
);

/** Zone that owns an item of a library; null: the whole site (server/site/zones/owner.ts). */
export const owner = () => integer('org').references(() => partition.id);
