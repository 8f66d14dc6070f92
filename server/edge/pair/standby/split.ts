import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurablySync } from '../../../platform/dataFolder/writeDurably.ts';
import { startEmbedded } from '../../../platform/db/embedded/embedded.ts';
import { openDb } from '../../../platform/db/openDb.ts';
import { writeSettings } from '../database/clusterSettings.ts';
import { PAIR_FOLDER } from '../link/pairRecord.ts';
import { type Split, split } from '../link/split.ts';
import { changesSince } from './split.repository.ts';

const fileIn = (dataDir: string) => join(dataDir, PAIR_FOLDER, 'split.json');

/**
 * Notes what a former leader has stored since its standby was lost, before its database is replaced: the other machine
 * may not have it.
 *
 * @param since when the standby was lost, epoch ms
 */
export async function noteSplit(
  dataDir: string,
  since: number,
  print: (line: string) => void,
): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(join(cluster, 'PG_VERSION'))) return;
  writeSettings(cluster, []);
  const embedded = await startEmbedded({ dataDir, print, hasFolder: true });
  const { db, close } = openDb(embedded.url, { max: 1 });
  try {
    const found = await changesSince(db, since);
    if (found.count > 0) writeDurablySync(fileIn(dataDir), JSON.stringify({ since, ...found }));
  } finally {
    await close();
    await embedded.stop();
  }
}

/** Note of this machine that nobody has dismissed; null: there is none. */
export function readSplit(dataDir: string): Split | null {
  try {
    return split.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

export function clearSplit(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
