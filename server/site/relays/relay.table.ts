import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, epochSeconds, id, rev } from '../../platform/db/columns.ts';
import { partition } from '../zones/zones.table.ts';

/** Relays that have joined; withdrawn ones stay, so that an attempt to connect can be named. */
export const relay = pgTable('relay', {
  id: id(),
  name: text('name').notNull(),
  /** Zone; null once it is withdrawn, so that it does not keep its zone from being deleted. */
  org: integer('org').references(() => partition.id),
  /** Key by which it is recognised (Ed25519, SPKI, base64). */
  public_key: text('public_key').notNull().unique(),
  version: text('version').notNull().default(''),
  peer_addr: text('peer_addr').notNull().default(''),
  seen_at: epochSeconds('seen_at'),
  withdrawn_at: epochSeconds('withdrawn_at'),
  created_at: createdAt(),
  rev: rev(),
});
export type RelayRecord = typeof relay.$inferSelect;
