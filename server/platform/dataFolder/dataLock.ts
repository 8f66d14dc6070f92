import { lchownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { isRoot } from '../db/embedded/postgresAccount.ts';
import { StartError } from '../process/startError.ts';

const LOCK_FILE = 'lock';
/** SQLite result code of a file that another process has locked. */
const BUSY = 5;
/** Waiting time for a server that is about to exit, ms. */
const TIMEOUT_MS = 5_000;

export interface DataLock {
  /** False where the disk does not support locks: another server may use the folder. */
  isHeld: boolean;
  release(): void;
}

/**
 * Makes this process the only server on a data folder: an exclusive SQLite lock on an empty file, which is an
 * operating-system lock on every platform. The system releases it when the process ends, in any way.
 *
 * @param wait waiting time for a server that is about to exit, ms
 * @param note called when the disk does not support locks; the database's own lock is then the only
 *   protection
 * @throws StartError when another process has the folder
 */
export async function lockDataDir(
  dataDir: string,
  { wait = TIMEOUT_MS, note = () => {} }: { wait?: number; note?: (error: Error) => void } = {},
): Promise<DataLock> {
  const deadline = Date.now() + wait;
  for (;;) {
    try {
      const lock = takeLock(join(dataDir, LOCK_FILE), dataDir);
      if (lock !== null) return lock;
    } catch (error) {
      note(error as Error);
      return { isHeld: false, release: () => {} };
    }
    if (Date.now() >= deadline) {
      throw new StartError(
        `Another Tocsin server is running on the data folder ${dataDir}.\n` +
          'Stop it first, or give this one a data folder of its own: DATA_DIR=data2 PORT=8081 npm start',
      );
    }
    await delay(100);
  }
}

/**
 * Locks a file, created if missing, for the life of this process.
 *
 * @param folder its owner becomes the owner of the file
 * @returns null while another process holds it
 * @throws Error when the disk does not support locks
 */
export function takeLock(path: string, folder: string): DataLock | null {
  const file = new DatabaseSync(path);
  try {
    const { uid, gid } = statSync(folder);
    // At once, so that a server killed as root leaves no file that the folder's owner cannot open.
    if (isRoot() && uid !== 0) lchownSync(path, uid, gid);
    // The file is never written, so no journal file is needed.
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (codeOf(error) === BUSY) return null;
    throw error;
  }
  return { isHeld: true, release: () => file.close() };
}

/** SQLite's primary result code of an error; undefined for an error of another kind. */
function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
