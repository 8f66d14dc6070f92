import { type Dirent, existsSync } from 'node:fs';
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HELD, isKept } from './folders.ts';

/** Files of a data folder, held: deleting or replacing one does not affect the held copy. */
export interface HeldFiles {
  /** Path to read from, by path in the data folder (with slashes). */
  readonly files: ReadonlyMap<string, string>;
  /** Holds files that were added since. */
  hold(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Holds all files of some folders by a hard link to each, which takes no space and almost no time. Where hard
 * links are not supported, or a folder is on another disk, files are read in place.
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
