import { doublePrecision, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { epochSeconds } from '../../platform/db/columns.ts';
import { terminal } from '../terminals/terminal.table.ts';

/** Last reading of a terminal's modem, and its position (WGS-84). */
export const signalLast = pgTable(
  'signal_last',
  {
    terminal_id: integer('terminal_id')
      .primaryKey()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    csq: smallint('csq').notNull(),
    reported_at: epochSeconds('reported_at').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
  },
  (t) => [index().on(t.csq, t.terminal_id), index().on(t.reported_at, t.terminal_id)],
);

/**
 * Readings of a terminal's modem per hour. No foreign key: deleting a terminal would delete years of hours in
 * one transaction, so retention removes them.
 */
export const signalHour = pgTable(
  'signal_hour',
  {
    terminal_id: integer('terminal_id').notNull(),
    /** Hours since 1970, universal time. */
    hour: integer('hour').notNull(),
    csq_sum: integer('csq_sum').notNull(),
    count: integer('count').notNull(),
    csq_min: smallint('csq_min').notNull(),
    csq_max: smallint('csq_max').notNull(),
    reported_at: epochSeconds('reported_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.hour] }), index().on(t.hour)],
);
