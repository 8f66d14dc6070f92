import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, epochSeconds, id, now } from '../db/columns.ts';
import { account } from './account.table.ts';

/**
 * The one foreign key of this layer that points upwards: proofs of accounts and of call stations share a table. It
 * names the other table here, as importing it would. Not exported, so that it is no table of the schema.
 */
const terminal = pgTable('terminal', { id: integer('id').primaryKey() });

/**
 * Browsers, programs and call stations that have logged in to an account, each recognised by a token. The
 * token gives no access, only a separate count of wrong attempts that no stranger can use up.
 */
export const loginProof = pgTable(
  'login_proof',
  {
    id: id(),
    /** Owner: an account, or the account of a call station. */
    account_id: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    terminal_id: integer('terminal_id').references(() => terminal.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is never stored. */
    token_hash: text('token_hash').notNull().unique(),
    /** True for a browser; programs that log in often push out no browser. */
    by_browser: boolean('by_browser').notNull(),
    used_at: epochSeconds('used_at').notNull().default(now),
  },
  (t) => [
    index().on(t.account_id),
    index().on(t.terminal_id),
    check('login_proof_holder', sql`num_nonnulls(${t.account_id}, ${t.terminal_id}) = 1`),
  ],
);

export const loginSession = pgTable(
  'login_session',
  {
    id: id(),
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** SHA-256 of the opaque token; the token itself is never stored. */
    token_hash: text('token_hash').notNull().unique(),
    client_ip: text('client_ip').notNull(),
    user_agent: text('user_agent').notNull(),
    /** False when its token was sent by plain HTTP, where others can read it; also when that is not known. */
    secure: boolean('secure').notNull().default(false),
    /** Proof by which the browser of this session is recognised. */
    proof_id: integer('proof_id').references(() => loginProof.id, { onDelete: 'set null' }),
    last_seen_at: epochSeconds('last_seen_at').notNull().default(now),
    expires_at: epochSeconds('expires_at').notNull(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.account_id), index().on(t.proof_id)],
);
