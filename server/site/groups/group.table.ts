import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, rev } from '../../platform/db/columns.ts';
import { terminal } from '../terminals/terminal.table.ts';

/**
 * Groups of terminals of every kind (for targeting; permissions follow the zones), of alarm plans and of
 * linkage tasks.
 */
export const terminalGroup = pgTable(
  'terminal_group',
  {
    id: id(),
    /** Kind as in the permission keys: `device` and so on. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.kind, t.name)],
);

export const terminalGroupMember = pgTable(
  'terminal_group_member',
  {
    group_id: integer('group_id')
      .notNull()
      .references(() => terminalGroup.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.terminal_id] }), index().on(t.terminal_id)],
);
