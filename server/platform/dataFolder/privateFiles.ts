import { chmod, lstat, opendir } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

/** Permission bits of group and others. */
const OTHERS = 0o077;
/** Folders of the data folder that are skipped: PostgreSQL's own, and files that administrators publish. */
const LEFT_ALONE = new Set(['postgres', 'downloads']);

/**
 * Removes permissions of group and others from all files and folders that this process and its children
 * create from now on. On Windows the access list of the folder decides instead.
 */
export function makeFilesPrivate(): void {
  process.umask(process.umask() | OTHERS);
}

/**
 * Removes permissions of group and others from existing files of the data folder, such as copied ones. A
 * folder is changed after its content, so that a folder that is private already need not be searched.
 *
 * @returns paths that could not be changed, such as files of another account
 */
export async function repairModes(dataDir: string): Promise<string[]> {
  const failed: string[] = [];
  if (platform() === 'win32') return failed;
  await repairFolder(dataDir, (name) => !LEFT_ALONE.has(name), failed);
  return failed;
}

/** @returns true when everything in it is private now */
async function repairFolder(
  folder: string,
  isOurs: (name: string) => boolean,
  failed: string[],
): Promise<boolean> {
  let isWhole = true;
  for await (const entry of await opendir(folder)) {
    if (isOurs(entry.name)) isWhole = (await repairEntry(join(folder, entry.name), failed)) && isWhole;
  }
  return isWhole;
}

async function repairEntry(path: string, failed: string[]): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return true;
    if (found.isDirectory() && !(await repairFolder(path, () => true, failed))) return false;
    await chmod(path, found.mode & 0o700);
    return true;
  } catch (error) {
    // Moved or deleted meanwhile: its folder is searched again at the next start.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed.push(path);
    return false;
  }
}
