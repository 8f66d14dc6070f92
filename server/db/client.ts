import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

export type Db = NodePgDatabase & { $client: pg.Pool };
/** Inside `db.transaction(tx => …)` use only `tx`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** First argument of repository functions: they join the caller's transaction or run on their own. */
export type DbOrTx = Db | Tx;

export interface OpenDb {
  db: Db;
  pool: pg.Pool;
  close: () => Promise<void>;
}

export interface OpenDbOptions {
  /** Most connections at once. */
  max?: number;
  /** Hears of a connection that was lost while nobody used it; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
}

/** Opens a pool of connections to the database at `url` (postgres://…). Nothing is sent until the first query. */
export function openDb(url: string, { max = 20, onIdleError = () => {} }: OpenDbOptions = {}): OpenDb {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'tocsin',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener, a database that ends would end the process: the pool hears of connections that nobody uses, and
  // one in use says it itself once its query has failed already.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/** True when an error of a query is a violation of this kind, e.g. '23505' for a unique key. */
export function hasSqlState(error: unknown, state: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === state || hasSqlState(cause, state);
}
