import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { account } from '../../platform/auth/account.table.ts';
import { terminal } from '../terminals/terminal.table.ts';
import { partition } from '../zones/zones.table.ts';

/** Account of a call station (contract/entities/terminals/caster.ts); an adopted one may have none yet. */
export const casterAccount = pgTable(
  'caster_account',
  {
    terminal_id: integer('terminal_id')
      .primaryKey()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    /** argon2id; null: no login by password. */
    password_hash: text('password_hash'),
    user_id: integer('user_id').references(() => account.id, { onDelete: 'set null' }),
    disabled: boolean('disabled').notNull().default(false),
  },
  (t) => [index().on(t.user_id)],
);

/** Zones that a caster may speak to. */
export const casterOrg = pgTable(
  'caster_org',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    partition_id: integer('partition_id')
      .notNull()
      .references(() => partition.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.partition_id] }), index().on(t.partition_id)],
);
