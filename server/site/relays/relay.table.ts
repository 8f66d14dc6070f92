import { bigint, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, epochSeconds, id, idList, rev } from '../../platform/db/columns.ts';
import { partition } from '../zones/zones.table.ts';

/** Ranges of ids of a relay, which nothing else has. */
export type RelayIds = Record<'alarm' | 'broadcast', [first: number, last: number]>;

/** Line of the journal of a relay that the server refused, or an alarm of it: put aside for a person. */
export interface RelayAside {
  /** When, epoch s. */
  at: number;
  /** Subject, such as `alarm 12`; empty: none that can be read. */
  of: string;
  reason: string;
  /** Content as it came, shortened. */
  text: string;
}

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
  /** Last line of its journal that is stored (docs/protocols/relay-protocol.md). */
  told: bigint('told', { mode: 'number' }).notNull().default(0),
  /** First and last id of what it starts while its line is cut; null: none given yet. */
  ids: jsonb('ids').$type<RelayIds>(),
  /** Lines that it told and the server refused, until a person clears them; the newest ones only. */
  aside: jsonb('aside').$type<RelayAside[]>().notNull().default([]),
  /** Accounts that may log in there while its line is cut, and days after which they may not. */
  accounts: idList('accounts'),
  offline_days: smallint('offline_days').notNull().default(7),
  created_at: createdAt(),
  rev: rev(),
});
export type RelayRecord = typeof relay.$inferSelect;
