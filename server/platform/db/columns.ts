import { type SQLWrapper, sql } from 'drizzle-orm';
import { customType, integer, jsonb } from 'drizzle-orm/pg-core';

/**
 * Columns that many tables (`*.table.ts`) have. Properties of tables have the names of the API's fields, so that rows
 * need no mapping.
 */

/** Seconds since 1970 in the API, timestamptz in the database. */
export const epochSeconds = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => Math.floor(new Date(value).getTime() / 1000),
  toDriver: (value) => new Date(value * 1000).toISOString(),
});

export const now = sql`now()`;

/** Text in a trigram index (server/platform/db/searchText.ts). */
export const searchable = (text: SQLWrapper) => sql`search_text(${text}) gin_trgm_ops`;

export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/**
 * Number of changes of a row: because updates lock the row, it is the order of commits, and the live path drops a
 * change that is older than the one it has.
 */
export const rev = () => integer('rev').notNull().default(1);

export const createdAt = () => epochSeconds('created_at').notNull().default(now);

/** Ids in one JSON column. */
export const idList = (name: string) => jsonb(name).$type<number[]>().notNull().default([]);
