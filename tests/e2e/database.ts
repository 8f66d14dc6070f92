import pg from 'pg';
import { startEmbedded } from '../../server/db/embedded.ts';
import type { TestServer } from '../support/server.ts';

/** Writes into the database of a running server what no person can do in time, such as letting half an hour pass. */
export async function write(server: TestServer, sql: string): Promise<void> {
  // It runs: this only attaches, and must not stop it.
  const { url } = await startEmbedded({ dataDir: server.dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
