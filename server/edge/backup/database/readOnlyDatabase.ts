import { setPriority } from 'node:os';
import { reach } from '../../../platform/db/claim.ts';
import { startEmbedded } from '../../../platform/db/embedded/embedded.ts';
import type { EngineOptions } from '../../../platform/db/engine.ts';
import { takeEngineLock } from '../../../platform/db/engineLock.ts';
import { checkIdentity } from '../../../platform/db/identity.ts';
import { openDb } from '../../../platform/db/openDb.ts';

/** A database that is open beside a server, which may run, start or exit meanwhile. */
export interface ReadOnlyDatabase {
  url: string;
  identity: string;
  /** Gives a connection's process of the embedded database the lowest priority, if permitted. */
  giveWay(pid: number): void;
}

/**
 * Opens the database for reading without taking the engine lock, so that a start of the server need not wait;
 * the embedded one as the role of backups. An embedded database that was not running is stopped again, unless
 * a server has taken it over.
 *
 * @throws StartError when it cannot be reached or does not belong to the data folder
 */
export async function withReadOnlyDatabase<T>(
  { dataDir, databaseUrl, print }: Pick<EngineOptions, 'dataDir' | 'databaseUrl' | 'print'>,
  work: (database: ReadOnlyDatabase) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, print, role: 'backup' }) : null;
  const url = embedded?.backupUrl ?? (await reach(databaseUrl ?? '', print));
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
    // Owned by another account, or in another container: it keeps the priority of the database.
  }
}
