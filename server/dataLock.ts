import { lchownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { isRoot } from './db/postgresAccount.ts';
import { StartError } from './startError.ts';

const LOCK_FILE = 'lock';
/** SQLite's result code for a file that another process has locked. */
const BUSY = 5;
/** A server that is just ending gets this long, in milliseconds. */
const PATIENCE_MS = 5_000;

export interface DataLock {
  /** False where the disk cannot lock: another server may have the folder. */
  isHeld: boolean;
  release(): void;
}

/**
 * Makes this process the only server on a data folder: an exclusive lock of SQLite on an empty file, which is a lock of
 * the operating system on every platform. The system itself lets go of it when the process ends, however it ends.
 *
 * @param wait milliseconds to wait for a server that is just ending
 * @param note hears why the disk cannot be locked; the database's own lock is then the only guard
 * @throws StartError when another process has the folder
 */
export async function lockDataDir(
  dataDir: string,
  { wait = PATIENCE_MS, note = () => {} }: { wait?: number; note?: (error: Error) => void } = {},
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
 * Locks a file, made if there is none, for as long as this process lives.
 *
 * @param folder whose owner the file is given to
 * @returns null while another process holds it
 * @throws Error when the disk cannot lock
 */
export function takeLock(path: string, folder: string): DataLock | null {
  const file = new DatabaseSync(path);
  try {
    const { uid, gid } = statSync(folder);
    // At once, so that a server that is killed as root leaves nothing that the folder's owner cannot open.
    if (isRoot() && uid !== 0) lchownSync(path, uid, gid);
    // Nothing is ever written, so no second file is needed.
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
