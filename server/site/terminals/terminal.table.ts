import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import { createdAt, epochSeconds, id, rev } from '../../platform/db/columns.ts';
import { partition } from '../zones/zones.table.ts';

/**
 * A secret that was sent by plain HTTP, by its hash, and the hash of the one that replaces it (null: none yet). It has
 * no effect once the terminal has another secret.
 */
export interface ExposedSecret {
  hash: string;
  next: string | null;
}

/**
 * Terminals of every kind: `role` is the online role (contract/codes.ts). One zone (permissions), any number
 * of groups.
 */
export const terminal = pgTable(
  'terminal',
  {
    id: id(),
    role: smallint('role').notNull(),
    /**
     * Kind of terminal (contract/entities/terminals/kinds.ts): the role alone does not tell casters from dialogue
     * terminals.
     */
    kind: text('kind').$type<TerminalKind>().notNull().default('device'),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    /** Own name, by the last greeting; empty: it reports none. */
    dev_name: text('dev_name').notNull().default(''),
    /** Alias. */
    dev_name2: text('dev_name2').notNull().default(''),
    org: integer('org').references(() => partition.id),
    /** SHA-256 of the secret given at adoption. */
    secret_hash: text('secret_hash').notNull(),
    exposed_secret: jsonb('exposed_secret').$type<ExposedSecret>(),
    /** Password of the account of a loudspeaker of another make, encrypted; never leaves the server. */
    foreign_secret: text('foreign_secret'),
    ao_volume: smallint('ao_volume').notNull().default(80),
    ai_volume: smallint('ai_volume').notNull().default(80),
    call_number: text('call_number').notNull().default(''),
    ICCID: text('iccid').notNull().default(''),
    client_ip: text('client_ip').notNull().default(''),
    /** Relay through which it came last; null: it came directly. */
    relay_id: integer('relay_id'),
    client_version: text('client_version').notNull().default(''),
    features: jsonb('features').$type<string[]>().notNull().default([]),
    /** Settings of its kind; missing ones have the kind's defaults. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    last_login_time: epochSeconds('last_login_time'),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [
    index().on(t.org),
    index().on(t.kind, t.name),
    uniqueIndex().on(t.call_number).where(sql`call_number <> ''`),
    uniqueIndex('terminal_dialogue_code')
      .on(sql`(details ->> 'dialogue_code')`)
      .where(sql`kind = 'dialogue' and details ->> 'dialogue_code' <> ''`),
  ],
);
