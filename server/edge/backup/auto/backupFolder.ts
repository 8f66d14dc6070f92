import { readdir, readFile, realpath, rm, stat, statfs } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { backupName } from '../../../../contract/entities/site/backup.ts';
import { writeDurably } from '../../../platform/dataFolder/writeDurably.ts';
import { BackupError } from '../backupError.ts';

/**
 * Marker file of a backup folder. An empty folder in its place means that the disk is not mounted: files
 * written there would fill the disk below the mount point.
 */
const MARK = '.tocsin-backups';
const MARK_TEXT = 'Backups of a Tocsin site are written into this folder. Without this file none are.\n';
const UNFINISHED = '.unfinished';
const program = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Checks and marks a folder for backups.
 *
 * @returns its path without symbolic links
 * @throws AppError 400 when it is not a folder, lies in the data folder or the program, or cannot be written
 */
export async function claimFolder(folder: string, dataDir: string): Promise<string> {
  const refuse = (key: 'notAbsolute' | 'noFolder' | 'inside' | 'unwritable', error = '') => {
    const field = { path: 'folder', key: `backup.${key}`, params: { error } } as const;
    return new AppError(errorCode.badRequest, field.key, field.params, { fields: [field] });
  };
  if (!isAbsolute(folder)) throw refuse('notAbsolute');
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw refuse('noFolder');
  const real = await realpath(folder);
  for (const taken of [dataDir, program]) if (isWithin(real, await realpath(taken))) throw refuse('inside');
  try {
    await writeDurably(join(real, MARK), [MARK_TEXT]);
  } catch (error) {
    throw refuse('unwritable', (error as NodeJS.ErrnoException).code ?? 'EIO');
  }
  return real;
}

function isWithin(path: string, folder: string): boolean {
  const base = folder.endsWith(sep) ? folder : folder + sep;
  return path === folder || path.startsWith(base);
}

/** Checks that a backup folder is there. @throws BackupError when the folder, or its disk, is missing */
export async function checkFolder(folder: string): Promise<void> {
  try {
    await readFile(join(folder, MARK));
  } catch {
    throw new BackupError('place_gone', `The folder ${folder} is not there, or another disk is.`);
  }
}

export interface StoredFile {
  name: string;
  size: number;
}

/** Lists the finished backups in a folder; none when it cannot be read. */
export async function listBackups(folder: string): Promise<StoredFile[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names
    .filter((name) => backupName.safeParse(name).success)
    .map(async (name) => {
      const entry = await stat(join(folder, name)).catch(() => null);
      return entry?.isFile() ? [{ name, size: entry.size }] : [];
    });
  return (await Promise.all(found)).flat();
}

/** Removes unfinished backups. Must not run while a backup is made. */
export async function sweepFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const isOurs =
      name.endsWith(UNFINISHED) && backupName.safeParse(name.slice(0, -UNFINISHED.length)).success;
    if (isOurs) await rm(join(folder, name), { force: true });
  }
}

/** Size of a backup that is being written, bytes; 0: nothing yet. */
export async function writtenOf(path: string): Promise<number> {
  return (await stat(path + UNFINISHED).catch(() => null))?.size ?? 0;
}

/** Free space, bytes; null: unknown. */
export async function freeSpace(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found === null ? null : found.bavail * found.bsize;
}
