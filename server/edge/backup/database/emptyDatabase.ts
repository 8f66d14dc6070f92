import { reach } from '../../../platform/db/claim.ts';
import { startEmbedded } from '../../../platform/db/embedded/embedded.ts';
import { takeEngineLock } from '../../../platform/db/engineLock.ts';
import { StartError } from '../../../platform/process/startError.ts';
import { refuseUsedDatabase } from './restoreDatabase.ts';
import { connect } from './snapshot.ts';

export interface EmptyDatabase {
  url: string;
  /** Closes the connection; stops an embedded database. */
  close(): Promise<void>;
}

/**
 * Opens the database to restore into: a new embedded one in the data folder, or the empty one of
 * DATABASE_URL, while no server uses it.
 *
 * The caller holds the lock of the data folder.
 *
 * @param durable false for temporary data
 * @throws StartError when it is not empty
 */
export async function emptyDatabase(options: {
  dataDir: string;
  databaseUrl: string | undefined;
  print: (line: string) => void;
  durable: boolean;
}): Promise<EmptyDatabase> {
  const { databaseUrl, print } = options;
  const embedded = databaseUrl === undefined ? await startEmbedded({ ...options, hasFolder: true }) : null;
  const url = embedded?.url ?? (await reach(databaseUrl ?? '', print));
  const lock = await takeEngineLock(url, { wait: 0 });
  const close = async () => {
    const released = lock?.release();
    await embedded?.stop();
    await released;
  };
  try {
    if (!lock) throw new StartError('A Tocsin server is running on the database of DATABASE_URL.');
    const client = await connect(url);
    await refuseUsedDatabase(client).finally(() => client.end());
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
