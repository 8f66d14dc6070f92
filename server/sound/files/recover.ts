import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DELETED, type MediaPaths, UNCOMMITTED } from '../../platform/dataFolder/mediaPaths.ts';
import { unlessReadOnlyDisk } from '../../platform/dataFolder/readOnlyDisk.ts';
import { renameDurably } from '../../platform/dataFolder/writeDurably.ts';
import type { FileRow } from './media.repository.ts';
import { PROGRAMME_FILE } from './programmeFiles.ts';
import { UNFINISHED } from './transcoder.ts';

export interface Recovered {
  /** Files that were never built, or whose programme is missing while the original exists. */
  toBuild: number[];
  /** Rows whose original is missing. */
  lost: number[];
  /** Folders without a row in the database; moved aside, never deleted. */
  unknown: string[];
}

async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.includes(UNFINISHED)) await rm(join(dir, name), { recursive: true, force: true });
}

/** Completes interrupted uploads and deletions, and moves folders without a row aside. */
async function tidyFolders(paths: MediaPaths, known: ReadonlySet<string>): Promise<string[]> {
  const unknown: string[] = [];
  for (const name of await readdir(paths.files)) {
    const path = join(paths.files, name);
    const [id = '', ...state] = name.split('.');
    if (state.length === 0 && known.has(id)) continue;
    if (state[0] === UNCOMMITTED && known.has(id)) await renameDurably(path, join(paths.files, id));
    else if (state[0] === UNCOMMITTED || state[0] === DELETED)
      await rm(path, { recursive: true, force: true });
    else {
      // The database may be an older one: the files are kept.
      await mkdir(paths.unknown, { recursive: true });
      await renameDurably(path, join(paths.unknown, `${name}-${Date.now()}`));
      unknown.push(name);
    }
  }
  return unknown;
}

/** Makes the media folders, and removes what the last run left unfinished. For the start, before anything is made. */
export function prepareFolders(paths: MediaPaths): Promise<void> {
  return unlessReadOnlyDisk(async () => {
    await rm(paths.incoming, { recursive: true, force: true });
    for (const dir of [paths.incoming, paths.files, paths.speech]) await mkdir(dir, { recursive: true });
    await removeUnfinished(paths.speech);
  });
}

/**
 * Brings the folders of music files in line with the rows of the database, while no upload is accepted: completes or
 * removes interrupted uploads, and finds what is to be built.
 */
export async function recoverMedia(paths: MediaPaths, rows: readonly FileRow[]): Promise<Recovered> {
  const unknown = await tidyFolders(paths, new Set(rows.map((row) => String(row.id))));
  const toBuild: number[] = [];
  const lost: number[] = [];
  for (const { id, build_status } of rows) {
    const built = existsSync(join(paths.programme(id), PROGRAMME_FILE));
    if (build_status === 'failed' || (build_status === 'built' && built)) continue;
    if (!existsSync(paths.original(id))) lost.push(id);
    else {
      await removeUnfinished(paths.fileDir(id));
      toBuild.push(id);
    }
  }
  return { toBuild, lost, unknown };
}
