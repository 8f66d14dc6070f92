import { customType, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Columns of a history. Records of fixed length of neighbouring ids are packed into one row
 * (server/site/history/packing.ts), so that a minute of ten thousand terminals is about fifty rows. No foreign
 * keys: retention removes the rows.
 */
const columns = {
  /** Kind of the objects (server/site/history/packing.ts, `subjects`). */
  subject: smallint('subject').notNull(),
  /** Ids of the row, divided by their number per row. */
  block: integer('block').notNull(),
  /** Minutes or hours since 1970, universal time. */
  slot: integer('slot').notNull(),
  data: bytes('data').notNull(),
};

export const historyMinute = pgTable('history_minute', columns, (t) => [
  primaryKey({ columns: [t.subject, t.block, t.slot] }),
]);

export const historyHour = pgTable('history_hour', columns, (t) => [
  primaryKey({ columns: [t.subject, t.block, t.slot] }),
]);
