import { createWriteStream } from 'node:fs';
import { mkdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BACKED_UP, KEYS } from './folders.ts';
import { FILES } from './manifest.ts';
import { readEntries, skip } from './verifyArchive.ts';

const FOLDERS = new Set<string>([...BACKED_UP, ...KEYS]);

/**
 * Writes the files of a verified archive into an empty data folder, each synced to the disk.
 *
 * @throws Error for a path outside the archived folders
 */
export async function restoreFiles(path: string, dataDir: string): Promise<number> {
  let count = 0;
  for await (const entry of readEntries(path)) {
    if (!entry.name.startsWith(FILES)) {
      await skip(entry);
      continue;
    }
    const to = join(dataDir, ...checkedPath(entry.name.slice(FILES.length)));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(entry.bytes),
      // Plain write: synced; a restore that was cut off is done again from the start.
      createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (entry.mtime) await utimes(to, entry.mtime, entry.mtime);
    count++;
  }
  return count;
}

function checkedPath(path: string): string[] {
  const steps = path.split('/');
  const isPlain = steps.every(
    (step) => step !== '' && step !== '.' && step !== '..' && !/[\\:\0]/.test(step),
  );
  if (!isPlain || steps.length < 2 || !FOLDERS.has(steps[0] ?? ''))
    throw new Error(`the name ${path} is not a file of a site`);
  return steps;
}
