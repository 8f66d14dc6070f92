import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { KEYS_FOLDER } from '../../../platform/dataFolder/secretBox.ts';
import { BACKED_UP, isKept } from '../../backup/folders.ts';

/**
 * Folders of the data folder that a standby server has too: what a backup holds, and the key of the secrets in the
 * database. The certificate of HTTPS is not among them: each machine has its own.
 */
const FOLDERS = [...BACKED_UP, KEYS_FOLDER] as const;

/** State by which a change of a file is noticed. */
export interface FileState {
  size: number;
  /** Last change, ms since 1970. */
  mtimeMs: number;
}

/** Lists the files that a standby has too, by their path in the data folder with `/`. */
export async function listSiteFiles(dataDir: string): Promise<Map<string, FileState>> {
  const found = new Map<string, FileState>();
  async function walk(path: string): Promise<void> {
    if (!isKept(path)) return;
    try {
      for await (const entry of await opendir(join(dataDir, path))) {
        const inside = `${path}/${entry.name}`;
        if (entry.isDirectory()) await walk(inside);
        else if (entry.isFile() && !entry.name.endsWith(UNFINISHED)) {
          const { size, mtimeMs } = await lstat(join(dataDir, inside));
          found.set(inside, { size, mtimeMs });
        }
      }
    } catch (error) {
      // Moved or deleted meanwhile, or a folder that does not exist yet.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  for (const folder of FOLDERS) await walk(folder);
  return found;
}

/** Ending of a file that a standby is writing. */
export const UNFINISHED = '.pair-copy';

/** Steps of a path below the copied folders. @throws Error for any other path */
export function sitePath(path: string): string[] {
  const steps = path.split('/');
  const isPlain = steps.every(
    (step) => step !== '' && step !== '.' && step !== '..' && !/[\\:\0]/.test(step),
  );
  const isBelow = (FOLDERS as readonly string[]).includes(steps[0] ?? '');
  if (!isPlain || !isBelow || steps.length < 2) throw new Error(`the name ${path} is not a file of a site`);
  return steps;
}

/** SHA-256 of a file, hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
