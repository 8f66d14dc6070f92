import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { epochSeconds, searchable } from '../../platform/db/columns.ts';

/** Run log: connections of terminals. Outlives terminals, so it has no foreign keys. */
export const onlineLog = pgTable(
  'online_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    terminal_id: integer('terminal_id').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** Zone at that time. */
    org: integer('org'),
    online_role: smallint('online_role').notNull(),
    peer_addr: text('peer_addr').notNull(),
    login_at: epochSeconds('login_at').notNull(),
    dropped_at: epochSeconds('dropped_at'),
  },
  (t) => [
    index().on(t.terminal_id, t.id),
    index().on(t.login_at, t.id),
    index().on(t.org, t.id),
    index().on(t.online_role, t.id),
    index('online_log_open').on(t.id).where(sql`dropped_at is null`),
    index('online_log_search').using('gin', searchable(t.code), searchable(t.name), searchable(t.peer_addr)),
    index('online_log_connected').on(t.terminal_id).where(sql`dropped_at is null`),
  ],
);
