import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { SwitchPool } from './pool.ts';

export type Db = NodePgDatabase & { $client: SwitchPool };
/** Transaction handle; inside `db.transaction(tx => …)` use only `tx`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/**
 * Database or transaction: repositories and services given one join the caller's transaction or run on their own. Its
 * `transaction` begins a transaction on the database, a savepoint within a transaction.
 */
export type DbOrTx = PgDatabase<NodePgQueryResultHKT>;

/** Tells if an error of a query has this SQLSTATE, e.g. '23505' for a unique violation. */
export function hasSqlState(error: unknown, state: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === state || hasSqlState(cause, state);
}
