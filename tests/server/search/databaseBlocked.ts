import type { Pool } from 'pg';

/** Locks a table, so that reads of it hang; returns the function that frees it. */
export async function databaseBlocked(pool: Pool, table: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
