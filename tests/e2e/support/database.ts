import pg from 'pg';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import type { TestServer } from '../../support/server.ts';

/**
 * Writes into the database of a running server what cannot be done in time by the API, such as aging a row.
 */
export async function write(server: TestServer, sql: string): Promise<void> {
  // It is running: this only attaches, and must not stop it.
  const { url } = await startEmbedded({ dataDir: server.dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
