import { setTimeout as delay } from 'node:timers/promises';
import { lockDataDir } from '../../dataFolder/dataLock.ts';
import { dropSnapshot, readManifest } from './snapshotFiles.ts';

/** Time for a running server to learn of a change and to write it, ms. */
const TIMEOUT_MS = 5_000;

/** Tells if a server runs on the data folder; true also when that cannot be found out. */
async function hasServer(dataDir: string): Promise<boolean> {
  try {
    const lock = await lockDataDir(dataDir, { wait: 0 });
    lock.release();
    return !lock.isHeld;
  } catch {
    return true;
  }
}

/**
 * Resolves when the snapshot includes changes that another process than the server made in the database up to
 * `since` (epoch ms): once the running server has renewed it, or else after it was removed.
 */
export async function snapshotFollows(dataDir: string, since: number): Promise<void> {
  const deadline = Date.now() + ((await hasServer(dataDir)) ? TIMEOUT_MS : 0);
  while (Date.now() < deadline) {
    const found = await readManifest(dataDir);
    if (found === null || found.at > since) return;
    await delay(50);
  }
  await dropSnapshot(dataDir);
}
