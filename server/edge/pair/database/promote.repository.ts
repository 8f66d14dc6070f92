import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../../platform/db/embedded/embedded.ts';
import { StartError } from '../../../platform/process/startError.ts';
import { writeSettings } from './clusterSettings.ts';
import { isFollowing } from './followSettings.ts';

/** Time limit of a promotion, s; it takes a fraction of a second unless much log is left to apply. */
const LIMIT_S = 120;

/**
 * Makes the database of a folder lead, if it follows: it applies what it has received, and can be written then. It
 * keeps running.
 *
 * @returns the time that it took, ms; null: it led before
 * @throws StartError when PostgreSQL refuses
 */
export async function promoteDatabase(
  dataDir: string,
  print: (line: string) => void,
): Promise<number | null> {
  const cluster = join(dataDir, 'postgres');
  if (!isFollowing(cluster)) return null;
  const { adminUrl } = await startEmbedded({ dataDir, print, hasFolder: true });
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => {});
  await client.connect();
  const began = performance.now();
  try {
    const { rows } = await client.query<{ done: boolean }>(
      'select case when pg_is_in_recovery() then pg_promote(true, $1) else true end as done',
      [LIMIT_S],
    );
    if (rows[0]?.done !== true)
      throw new StartError(`The database in ${cluster} could not be made the leading one in ${LIMIT_S} s.`);
    writeSettings(cluster, []);
  } finally {
    await client.end().catch(() => {});
  }
  return performance.now() - began;
}
