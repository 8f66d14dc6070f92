import { type Dirent, existsSync } from 'node:fs';
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HELD, isKept } from './folders.ts';

/** The files of a data folder as they were when they were held: deleting or replacing one does not take it away. */
export interface HeldFiles {
  /** By their path in the data folder, with slashes; the value is where to read it. */
  readonly files: ReadonlyMap<string, string>;
  /** Holds what has come since. */
  hold(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Holds all files below some folders by a second name of each (a hard link), which costs no room and hardly any time. Where the
 * disk knows no second names, or a folder is on another disk, files are read in place.
 */
export async function holdFiles(dataDir: string, folders: readonly string[]): Promise<HeldFiles> {
  const held = join(dataDir, HELD);
  const files = new Map<string, string>();
  let number = 0;
  await rm(held, { recursive: true, force: true });
  await mkdir(held, { mode: 0o700 });

  async function holdFolder(folder: string): Promise<void> {
    for (const entry of await entriesOf(join(dataDir, folder))) {
      const path = `${folder}/${entry.name}`;
      if (!isKept(path)) continue;
      if (entry.isDirectory()) await holdFolder(path);
      else if (entry.isFile() && !files.has(path)) await holdFile(path);
    }
  }

  async function holdFile(path: string): Promise<void> {
    const from = join(dataDir, path);
    const to = join(held, String(number++));
    try {
      await link(from, to);
      files.set(path, to);
    } catch {
      if (existsSync(from)) files.set(path, from);
    }
  }

  const hold = async () => {
    for (const folder of folders) await holdFolder(folder);
  };
  return { files, hold, release: () => rm(held, { recursive: true, force: true }) };
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
