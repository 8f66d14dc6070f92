import { chmod, lstat, opendir } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

/** Rights of everybody but the owner. */
const OTHERS = 0o077;
/** Folders of the data folder that are left as they are: PostgreSQL's own, and files that people put there for all. */
const LEFT_ALONE = new Set(['postgres', 'downloads']);

/**
 * Takes the rights of group and others from every file and folder that this process, and the programs that it starts, make
 * from here on, wherever in the code they are made. Windows has no such rights; there the folder's own list decides.
 */
export function makeFilesPrivate(): void {
  process.umask(process.umask() | OTHERS);
}

/**
 * Takes the rights of group and others from what lies in the data folder since before, or was copied there. A folder is
 * mended after all that is in it, so that one that is private already needs no look inside.
 *
 * @returns paths that could not be mended, such as files of another account
 */
export async function mendModes(dataDir: string): Promise<string[]> {
  const failed: string[] = [];
  if (platform() === 'win32') return failed;
  await mendFolder(dataDir, (name) => !LEFT_ALONE.has(name), failed);
  return failed;
}

/** @returns whether all in it is private now */
async function mendFolder(
  folder: string,
  isOurs: (name: string) => boolean,
  failed: string[],
): Promise<boolean> {
  let isWhole = true;
  for await (const entry of await opendir(folder)) {
    if (isOurs(entry.name)) isWhole = (await mendEntry(join(folder, entry.name), failed)) && isWhole;
  }
  return isWhole;
}

async function mendEntry(path: string, failed: string[]): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return true;
    if (found.isDirectory() && !(await mendFolder(path, () => true, failed))) return false;
    await chmod(path, found.mode & 0o700);
    return true;
  } catch (error) {
    // It was moved or deleted meanwhile: its folder is looked through again at the next start.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed.push(path);
    return false;
  }
}
