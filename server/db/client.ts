import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { SwitchPool } from './pool.ts';
import { markRequests } from './requestWrites.ts';

export type Db = NodePgDatabase & { $client: SwitchPool };
/** Inside `db.transaction(tx => …)` use only `tx`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** First argument of repository functions: they join the caller's transaction or run on their own. */
export type DbOrTx = Db | Tx;

export interface OpenDb {
  db: Db;
  pool: SwitchPool;
  close: () => Promise<void>;
}

export interface OpenDbOptions {
  /** Most connections at once. */
  max?: number;
  /** Hears of a connection that was lost while nobody used it; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
  /** A request whose commit has no answer yet is answered after it, ms. */
  patienceMs?: number;
}

/** Longer than the embedded database needs to start again, ms. */
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

/** True when an error of a query is a violation of this kind, e.g. '23505' for a unique key. */
export function hasSqlState(error: unknown, state: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === state || hasSqlState(cause, state);
}
