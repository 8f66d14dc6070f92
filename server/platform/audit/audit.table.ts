import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { now, searchable } from '../db/columns.ts';

/** Audit log: changes with author and values before and after. Insert only. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().default(now),
    account_id: integer('account_id'),
    account_code: text('account_code').notNull(),
    client_ip: text('client_ip').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entity_id: integer('entity_id'),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (t) => [
    index().on(t.at),
    index().on(t.entity, t.entity_id),
    index().on(t.account_code, t.id),
    index().on(t.account_id, t.id),
    index().on(t.action, t.id),
    index('audit_search').using(
      'gin',
      searchable(sql`${t.before}::text`),
      searchable(sql`${t.after}::text`),
      searchable(t.account_code),
    ),
  ],
);
