import { setPriority } from 'node:os';
import { reach } from '../claim.ts';
import { openDb } from '../client.ts';
import { startEmbedded } from '../embedded.ts';
import type { EngineOptions } from '../engine.ts';
import { takeEngineLock } from '../engineLock.ts';
import { checkIdentity } from '../identity.ts';

/** A database as it is opened beside a server that may run, start or end meanwhile. */
export interface Beside {
  url: string;
  identity: string;
  /** Gives a connection's process in the embedded database the lowest priority, where this account may. */
  giveWay(pid: number): void;
}

/**
 * Opens the database for reading, without becoming its engine, so that no start of the server has to wait; the embedded one
 * as the role of backups. If that was not running it is stopped again, unless a server has taken it over.
 *
 * @throws StartError when it cannot be reached or does not belong to the data folder
 */
export async function besideServer<T>(
  { dataDir, databaseUrl, say }: Pick<EngineOptions, 'dataDir' | 'databaseUrl' | 'say'>,
  work: (beside: Beside) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, say }) : null;
  const url = embedded?.backupUrl ?? (await reach(databaseUrl ?? '', say));
  try {
    const { db, close } = openDb(url, { max: 1 });
    const place = embedded ? 'the database in it' : 'the database of DATABASE_URL';
    const identity = await checkIdentity(db, dataDir, place).finally(close);
    return await work({ url, identity, giveWay: (pid) => embedded && lower(pid) });
  } finally {
    const lock = embedded && !embedded.attached ? await takeEngineLock(url, { wait: 0 }) : null;
    if (lock) {
      const released = lock.release();
      await embedded?.stop();
      await released;
    }
  }
}

function lower(pid: number): void {
  try {
    setPriority(pid, 19);
  } catch {
    // Of another account, or in another container: it reads at the priority of the database.
  }
}
