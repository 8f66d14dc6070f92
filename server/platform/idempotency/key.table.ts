import { boolean, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { account } from '../auth/account.table.ts';
import { epochSeconds } from '../db/columns.ts';

/** Idempotency keys of requests (server/platform/idempotency), written in the transaction of the request. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    route: text('route').notNull(),
    /** SHA-256 of the key: the key itself would allow to guess or decrypt the next two columns. */
    key_hash: text('key_hash').notNull(),
    /** HMAC of path, query and body. */
    fingerprint: text('fingerprint').notNull(),
    /** Id of the execution that wrote this, distinct from others with the same key. */
    run: uuid('run').notNull(),
    /** Number of its committed transactions. */
    step: integer('step').notNull().default(0),
    /** True for emergency actions, whose keys are also in the journal and in memory. */
    emergency: boolean('emergency').notNull().default(false),
    /** Status and body of the response, encrypted with the key; null: not stored. */
    status: smallint('status'),
    answer: text('answer'),
    at: epochSeconds('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.route, t.key_hash] }), index('idempotency_key_at').on(t.at)],
);
