import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from './part.ts';
import type { NewRecording } from './recording.repository.ts';

/**
 * The row of a recording lies beside its file until the database has it: an alarm while the database is away, and a server
 * that is killed meanwhile, leave a recording that is found.
 */

const END = '.json';
/** Days whose folders are looked through at a start: no longer is a database away. */
const DAYS = 7;
const DAY_MS = 86_400_000;

export const besideOf = (folder: string, path: string) => join(folder, `${path}${END}`);

export async function putBeside(folder: string, row: NewRecording): Promise<void> {
  await writeFile(besideOf(folder, row.path), JSON.stringify(row));
}

/** The database has it. */
export async function removeBeside(folder: string, path: string): Promise<void> {
  await rm(besideOf(folder, path), { force: true });
}

/** What lies there of the last days. */
export async function leftBeside(folder: string, now_ms: number): Promise<NewRecording[]> {
  const rows: NewRecording[] = [];
  for (let n = 0; n <= DAYS; n++) {
    const day = join(folder, dayOf(now_ms - n * DAY_MS));
    for (const name of await readdir(day).catch(() => [])) {
      if (!name.endsWith(END)) continue;
      try {
        rows.push(JSON.parse(await readFile(join(day, name), 'utf8')) as NewRecording);
      } catch {
        // Cut off while it was written: its sound had not begun either.
        await rm(join(day, name), { force: true });
      }
    }
  }
  return rows;
}
