import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { IoLive } from '../../../contract/entities/terminals/io.ts';
import type { IoEventKind } from '../../../contract/fieldCodes.ts';
import { terminal } from '../terminals/terminal.table.ts';

/** Outputs that persons hold on; holds of alarms and GPIO tasks are derived from those. */
export const ioHold = pgTable(
  'io_hold',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    output: smallint('output').notNull(),
    account_id: integer('account_id').notNull(),
    /** Name of the person at that time. */
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.output] })],
);

/** Inputs in test mode, with its end (ms since 1970) and the person who set it. */
export const ioTest = pgTable(
  'io_test',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    input: smallint('input').notNull(),
    until: bigint('until', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.input] })],
);

/** Events of inputs and outputs (contract/entities/terminals/io.ts). Insert only; kept as long as the logs. */
export const ioEvent = pgTable(
  'io_event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** ms since 1970. */
    at: bigint('at', { mode: 'number' }).notNull(),
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    direction: text('direction').$type<IoLive['direction']>().notNull(),
    number: smallint('number').notNull(),
    /** Name of the line at that time. */
    name: text('name').notNull().default(''),
    kind: text('kind').$type<IoEventKind>().notNull(),
    by: text('by').notNull().default(''),
    /** True when the input was in test mode. */
    test: boolean('test').notNull().default(false),
  },
  (t) => [index().on(t.terminal_id, t.id), index().on(t.at)],
);

/** Last change of every line, which its row shows after a restart, however old it is. */
export const ioChange = pgTable(
  'io_change',
  {
    terminal_id: integer('terminal_id')
      .notNull()
      .references(() => terminal.id, { onDelete: 'cascade' }),
    direction: text('direction').$type<IoLive['direction']>().notNull(),
    number: smallint('number').notNull(),
    /** ms since 1970. */
    at: bigint('at', { mode: 'number' }).notNull(),
    by: text('by').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.terminal_id, t.direction, t.number] })],
);
