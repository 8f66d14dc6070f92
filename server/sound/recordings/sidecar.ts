import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../platform/dataFolder/writeDurably.ts';
import type { NewRecording } from './recording.repository.ts';
import { dayOf } from './recordingPart.ts';

/**
 * The row of a recording is also stored in a file next to its sound until the database has it: recordings of
 * alarms while the database is away, and of a server that is killed meanwhile, are found again.
 */

const END = '.json';
/** Days whose folders are searched at a start: the longest expected absence of the database. */
const DAYS = 7;
const DAY_MS = 86_400_000;

export const sidecarPath = (folder: string, path: string) => join(folder, `${path}${END}`);

export async function writeSidecar(folder: string, row: NewRecording): Promise<void> {
  await writeDurably(sidecarPath(folder, row.path), [JSON.stringify(row)]);
}

/** Removes the row's file once the database has the row. */
export async function removeSidecar(folder: string, path: string): Promise<void> {
  await rm(sidecarPath(folder, path), { force: true });
}

/** Reads the row files of the last days. */
export async function remainingSidecars(folder: string, nowMs: number): Promise<NewRecording[]> {
  const rows: NewRecording[] = [];
  for (let n = 0; n <= DAYS; n++) {
    const day = join(folder, dayOf(nowMs - n * DAY_MS));
    for (const name of await readdir(day).catch(() => [])) {
      if (!name.endsWith(END)) continue;
      try {
        rows.push(JSON.parse(await readFile(join(day, name), 'utf8')) as NewRecording);
      } catch {
        // Damaged: without it the row is not known.
        await rm(join(day, name), { force: true });
      }
    }
  }
  return rows;
}
