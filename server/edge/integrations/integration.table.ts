import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { DialledCode } from '../../../contract/entities/site/dialPlan.ts';
import type { CapMapping, WebhookMessage } from '../../../contract/entities/site/integration.ts';
import type { ZoneControl } from '../../../contract/entities/site/zoneControl.ts';
import type { IntegrationKind } from '../../../contract/fieldCodes.ts';
import { alarmPlan } from '../../air/emergency/plans/alarmPlan.table.ts';
import { account } from '../../platform/auth/account.table.ts';
import { createdAt, epochSeconds, id, idList, now, rev } from '../../platform/db/columns.ts';
import { partition } from '../../site/zones/zones.table.ts';

/** Connections to other systems (contract/entities/site/integration.ts). */
export const integration = pgTable(
  'integration',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<IntegrationKind>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    org: integer('org').references(() => partition.id),
    url: text('url').notNull().default(''),
    /** SHA-256 fingerprint of the certificate of the other side; empty: one of a known authority. */
    certificate: text('certificate').notNull().default(''),
    /** Secret that signs and verifies messages, encrypted; never leaves the server. */
    secret: text('secret'),
    events: jsonb('events').$type<('alarm' | 'fault')[]>().notNull().default([]),
    alarm_plan: integer('alarm_plan').references(() => alarmPlan.id, { onDelete: 'set null' }),
    poll_s: integer('poll_s').notNull().default(60),
    mappings: jsonb('mappings').$type<CapMapping[]>().notNull().default([]),
    /** Addresses from which calls are taken. */
    peers: jsonb('peers').$type<string[]>().notNull().default([]),
    account: integer('account').references(() => account.id, { onDelete: 'set null' }),
    dial_plan: jsonb('dial_plan').$type<DialledCode[]>().notNull().default([]),
    zone_controls: jsonb('zone_controls').$type<ZoneControl[]>().notNull().default([]),
    /** Hashes of the PINs of the codes of the dial plan, by code; they never leave the server. */
    pins: jsonb('pins').$type<Record<string, string>>().notNull().default({}),
    last_at: epochSeconds('last_at'),
    last_error: text('last_error').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org), index().on(t.account)],
);

/** Messages and alerts that were taken, so that none is taken twice. */
export const integrationMessage = pgTable(
  'integration_message',
  {
    integration_id: integer('integration_id')
      .notNull()
      .references(() => integration.id, { onDelete: 'cascade' }),
    /** Id of a webhook's message, or name of an alert. */
    name: text('name').notNull(),
    /** Plans that it started. */
    plans: idList('plans'),
    at: epochSeconds('at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.integration_id, t.name] }), index().on(t.at)],
);

/** Outgoing webhook messages that are not delivered yet. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    integration_id: integer('integration_id')
      .notNull()
      .references(() => integration.id, { onDelete: 'cascade' }),
    message_id: text('message_id').notNull(),
    message: jsonb('message').$type<WebhookMessage>().notNull(),
    attempts: smallint('attempts').notNull().default(0),
    next_at: timestamp('next_at', { withTimezone: true }).notNull().default(now),
  },
  (t) => [index().on(t.next_at)],
);
