import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { account } from '../../platform/auth/account.table.ts';
import { epochSeconds, id, now, rev, searchable } from '../../platform/db/columns.ts';
import { terminal } from '../terminals/terminal.table.ts';

export const fault = pgTable(
  'fault',
  {
    id: id(),
    /**
     * Kind: `terminal_lost`, `terminal_silent`, `terminal_locked`, `terminal_duplicate`, `disk`, `clock`,
     * `tts`, …
     */
    kind: text('kind').notNull(),
    /** Subject of the fault; unique with the kind among open faults. */
    subject: text('subject').notNull(),
    terminal_id: integer('terminal_id').references(() => terminal.id, { onDelete: 'cascade' }),
    org: integer('org'),
    params: jsonb('params').$type<Record<string, string | number>>().notNull().default({}),
    state: text('state').$type<'new' | 'acknowledged' | 'resolved'>().notNull().default('new'),
    opened_at: epochSeconds('opened_at').notNull().default(now),
    acknowledged_at: epochSeconds('acknowledged_at'),
    acknowledged_by: integer('acknowledged_by').references(() => account.id, { onDelete: 'set null' }),
    resolved_at: epochSeconds('resolved_at'),
    shelved_until: epochSeconds('shelved_until'),
    shelved_by: text('shelved_by').notNull().default(''),
    /** Number of times the fault began while chattering; 0: not chattering. */
    chatter: integer('chatter').notNull().default(0),
    /** Set while it chatters and its condition is gone: since when. */
    cleared_at: epochSeconds('cleared_at'),
    subnet: text('subnet').notNull().default(''),
    rev: rev(),
  },
  (t) => [
    uniqueIndex('fault_open').on(t.kind, t.subject).where(sql`state <> 'resolved'`),
    index('fault_newest').on(t.opened_at, t.id),
    index('fault_search').using('gin', searchable(t.subject), searchable(sql`${t.params}::text`)),
  ],
);
