import pg from 'pg';
import { startEmbedded } from '../../server/platform/db/embedded/embedded.ts';
import type { TestServer } from '../../tests/support/server.ts';
import { pause } from '../support/api.ts';

/** Time after which a change is in the statistics of PostgreSQL: an idle connection reports it after ten seconds. */
const FLUSHED_MS = 11_000;

export interface Statistics {
  /** Rows inserted, updated and deleted, and bytes of its log, until the work and what follows it is stored. */
  during(work: () => Promise<unknown>): Promise<{ rows: number; log_bytes: number }>;
  end(): Promise<void>;
}

/** Statistics of the embedded database of a running server. */
export async function statistics({ dataDir }: TestServer): Promise<Statistics> {
  const { adminUrl } = await startEmbedded({ dataDir, durable: true });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const counted = async () => {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ rows: string; log: string }>(
      `select sum(tup_inserted + tup_updated + tup_deleted) as rows, pg_current_wal_lsn() - '0/0'::pg_lsn as log
         from pg_stat_database`,
    );
    return { rows: Number(rows[0]?.rows), log: Number(rows[0]?.log) };
  };
  return {
    async during(work) {
      await pause(FLUSHED_MS);
      const before = await counted();
      await work();
      await pause(FLUSHED_MS);
      const after = await counted();
      return { rows: after.rows - before.rows, log_bytes: after.log - before.log };
    },
    end: () => client.end(),
  };
}
