import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveTo, isRoot } from '../db/embedded/postgresAccount.ts';
import { StartError } from '../process/startError.ts';

/**
 * Makes the data folder usable for this process. A folder that root creates within another account's folder
 * is given to that account, so that the server can later be started without root.
 *
 * @throws StartError when it cannot be created or written
 */
export function prepareDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      const owner = statSync(existingParent(dataDir));
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      if (isRoot() && owner.uid !== 0) giveTo(owner, dataDir);
    }
    if (!statSync(dataDir).isDirectory()) throw notFolder();
    accessSync(dataDir, constants.R_OK | constants.X_OK);
    mayWrite(dataDir);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used: ${(error as Error).message}\n` +
        `${advice((error as NodeJS.ErrnoException).code)} choose another folder, for example:\n` +
        '  DATA_DIR=$HOME/tocsin-data npm start',
    );
  }
}

/** Checks write access. A read-only disk is accepted, because the snapshot on it is readable. */
function mayWrite(dataDir: string): void {
  try {
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EROFS') throw error;
  }
}

function notFolder(): Error {
  return Object.assign(new Error('it is a file, not a folder'), { code: 'ENOTDIR' });
}

/** Start of the sentence that tells the remedy, by error code. */
function advice(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return 'Start the server as the account that it belongs to, or';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'Move that file away, or';
  if (code === 'EROFS') return 'Its disk is read-only:';
  return code === 'ENOSPC' ? 'Make room on its disk, or' : 'Please';
}

/**
 * When the server runs as root on another account's data folder, gives that account the files that root has
 * written, so that both can run the server in turn.
 */
export function handOverDataDir(dataDir: string): void {
  const { uid, gid } = statSync(dataDir);
  if (isRoot() && uid !== 0) giveTo({ uid, gid }, dataDir);
}

function existingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? parent : existingParent(parent);
}
