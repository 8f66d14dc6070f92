import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRow } from './media.repository.ts';
import { DELETED, type MediaPaths, UNCOMMITTED } from './paths.ts';
import { PROGRAMME_FILE } from './protocol.ts';
import { UNFINISHED } from './transcoder.ts';

export interface Recovered {
  /** Never built, or their programme is missing while their original is there. */
  toBuild: number[];
  /** Rows whose original is nowhere. */
  lost: number[];
  /** Folders of files that the database does not know; moved aside, never deleted. */
  unknown: string[];
}

async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.includes(UNFINISHED)) await rm(join(dir, name), { recursive: true, force: true });
}

/** Finishes what accepting and deleting had begun, and moves aside what has no row. */
async function tidyFolders(paths: MediaPaths, known: ReadonlySet<string>): Promise<string[]> {
  const unknown: string[] = [];
  for (const name of await readdir(paths.files)) {
    const path = join(paths.files, name);
    const [id = '', ...state] = name.split('.');
    if (state.length === 0 && known.has(id)) continue;
    if (state[0] === UNCOMMITTED && known.has(id)) await rename(path, join(paths.files, id));
    else if (state[0] === UNCOMMITTED || state[0] === DELETED)
      await rm(path, { recursive: true, force: true });
    else {
      // Perhaps a database of another day: somebody's music is not thrown away for that.
      await mkdir(paths.unknown, { recursive: true });
      await rename(path, join(paths.unknown, `${name}-${Date.now()}`));
      unknown.push(name);
    }
  }
  return unknown;
}

/**
 * Brings the media folder in line with the database after whatever ended the last server: uploads that were
 * not accepted go, and so do outputs that were not finished.
 *
 * @param isAway rows may be missing: what has none stays where it is
 */
export async function recoverMedia(
  paths: MediaPaths,
  rows: readonly FileRow[],
  isAway = false,
): Promise<Recovered> {
  await rm(paths.incoming, { recursive: true, force: true });
  for (const dir of [paths.incoming, paths.files, paths.speech]) await mkdir(dir, { recursive: true });
  const unknown = isAway ? [] : await tidyFolders(paths, new Set(rows.map((row) => String(row.id))));
  await removeUnfinished(paths.speech);

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
