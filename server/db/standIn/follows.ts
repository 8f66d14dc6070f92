import { setTimeout as delay } from 'node:timers/promises';
import { lockDataDir } from '../../dataLock.ts';
import { dropSnapshot, readManifest } from './files.ts';

/** A running server hears of a change at once and writes it within moments; ms. */
const PATIENCE_MS = 5_000;

/** Tells whether a server runs on the data folder, or that cannot be known. */
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
 * Resolves when the snapshot has what another process than the server has changed in the database up to `since` (epoch
 * ms): once the running server has renewed it, else it is taken away.
 */
export async function snapshotFollows(dataDir: string, since: number): Promise<void> {
  const deadline = Date.now() + ((await hasServer(dataDir)) ? PATIENCE_MS : 0);
  while (Date.now() < deadline) {
    const found = await readManifest(dataDir);
    if (found === null || found.at > since) return;
    await delay(50);
  }
  await dropSnapshot(dataDir);
}
