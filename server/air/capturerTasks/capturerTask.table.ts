import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, id, idList, rev } from '../../platform/db/columns.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';

/** Capturer tasks (task type 7): a channel of a capturer that plays at its targets. */
export const capturerTask = pgTable(
  'capturer_task',
  {
    id: id(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    capturer: integer('capturer')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    capturer_channel: smallint('capturer_channel').notNull(),
    devices: idList('devices'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    priority: smallint('priority').notNull(),
    volume: smallint('volume'),
    resume_policy: text('resume_policy').$type<'live' | 'none'>().notNull(),
    duration: integer('duration').notNull().default(0),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.capturer)],
);
