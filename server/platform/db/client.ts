import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { SwitchPool } from './pool.ts';
import { markRequests } from './requestWrites.ts';

export type Db = NodePgDatabase & { $client: SwitchPool };
/** Transaction handle; inside `db.transaction(tx => …)` use only `tx`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/**
 * Database or transaction: repositories and services given one join the caller's transaction or run on their own. Its
 * `transaction` begins a transaction on the database, a savepoint within a transaction.
 */
export type DbOrTx = PgDatabase<NodePgQueryResultHKT>;

export interface OpenDb {
  db: Db;
  pool: SwitchPool;
  close: () => Promise<void>;
}

export interface OpenDbOptions {
  /** Maximum number of connections. */
  max?: number;
  /** Called when an idle connection was lost; the pool replaces it. */
  onIdleError?: (error: Error) => void;
  /** Time after which a request is answered although its commit has no answer yet, ms. */
  patienceMs?: number;
}

/** Longer than a restart of the embedded database takes, ms. */
const PATIENCE_MS = 8_000;

/** Opens a pool of connections to the database at `url` (postgres://…). Nothing is sent until the first query. */
export function openDb(
  url: string,
  { max = 20, onIdleError = () => {}, patienceMs = PATIENCE_MS }: OpenDbOptions = {},
): OpenDb {
  const pool = new SwitchPool(url, { max, onIdleError });
  const db = drizzle(pool) as Db;
  const marks = markRequests(db, patienceMs);
  return {
    db,
    pool,
    close() {
      marks.close();
      return pool.end();
    },
  };
}

/** Tells if an error of a query has this SQLSTATE, e.g. '23505' for a unique violation. */
export function hasSqlState(error: unknown, state: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === state || hasSqlState(cause, state);
}
