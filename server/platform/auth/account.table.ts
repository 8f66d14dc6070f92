import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, rev } from '../db/columns.ts';

export const role = pgTable('role', {
  id: id(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  permissions: jsonb('permissions').$type<string[]>().notNull(),
  /** True for the three roles of the first start, which may be edited but not deleted. */
  builtin: boolean('builtin').notNull().default(false),
  rev: rev(),
  created_at: createdAt(),
});

export const account = pgTable('account', {
  id: id(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  password_hash: text('password_hash').notNull(),
  /** ID card number; empty: none. It leaves the server masked only (contract/rules/idCard.ts). */
  id_card: text('id_card').notNull().default(''),
  role_id: integer('role_id')
    .notNull()
    .references(() => role.id),
  /** True for accounts of all zones; else those of the subtrees of `account_partition`. */
  all_zones: boolean('all_zones').notNull().default(false),
  disabled: boolean('disabled').notNull().default(false),
  /** Its logins may do nothing but choose another password. */
  must_change_password: boolean('must_change_password').notNull().default(false),
  rev: rev(),
  created_at: createdAt(),
});
