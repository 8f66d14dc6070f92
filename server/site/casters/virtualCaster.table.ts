import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, rev } from '../../platform/db/columns.ts';
import { terminal } from '../terminals/terminal.table.ts';

/** A called number served by several casters. A trigger keeps the number distinct from those of terminals. */
export const virtualCaster = pgTable('virtual_caster', {
  id: id(),
  name: text('name').notNull(),
  call_number: text('call_number').notNull().unique(),
  ring: text('ring').$type<'all' | 'order'>().notNull().default('all'),
  rev: rev(),
  created_at: createdAt(),
});

export const virtualCasterMember = pgTable(
  'virtual_caster_member',
  {
    virtual_caster_id: integer('virtual_caster_id')
      .notNull()
      .references(() => virtualCaster.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.virtual_caster_id, t.terminal_id] }), index().on(t.terminal_id)],
);
