import { drizzle } from 'drizzle-orm/node-postgres';
import type { Db } from './client.ts';

/**
 * Makes every transaction return its connection to the pool. Drizzle's own keeps it if `begin` fails, as with a
 * connection that broke while it was idle: twenty of them leave the pool without connections, and it never ends.
 */
export function releaseAlways(db: Db): void {
  const pool = db.$client;
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await (drizzle(client) as unknown as Db).transaction(work, config);
    } finally {
      // The pool removes a broken one.
      client.release();
    }
  };
}
