import { drizzle } from 'drizzle-orm/node-postgres';
import type { Db } from './client.ts';
import { SwitchPool } from './pool.ts';
import { markRequests } from './requestWrites.ts';

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
  timeoutMs?: number;
}

/** Longer than a restart of the embedded database takes, ms. */
export const QUERY_TIMEOUT_MS = 8_000;

/**
 * Makes every transaction return its connection to the pool. Drizzle's own keeps it if `begin` fails, as with a
 * connection that broke while it was idle: twenty of them leave the pool without connections, and it never ends.
 */
function releaseAlways(db: Db): void {
  const pool = db.$client;
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      // The pool removes a broken one.
      client.release();
    }
  };
}

/** Opens a pool of connections to the database at `url` (postgres://…). Nothing is sent until the first query. */
export function openDb(
  url: string,
  { max = 20, onIdleError = () => {}, timeoutMs = QUERY_TIMEOUT_MS }: OpenDbOptions = {},
): OpenDb {
  const pool = new SwitchPool(url, { max, onIdleError });
  const db = drizzle(pool) as Db;
  releaseAlways(db);
  const marks = markRequests(db, timeoutMs);
  return {
    db,
    pool,
    close() {
      marks.close();
      return pool.end();
    },
  };
}
