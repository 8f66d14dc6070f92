import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import * as repository from './recording.repository.ts';
import { dayOf } from './recordingPart.ts';
import { repairRecording } from './repairRecording.ts';
import { remainingSidecars, removeSidecar } from './sidecar.ts';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const AT_ONCE = 500;
const DAY_NAME = /^\d{4}-\d\d-\d\d$/;

export interface RecordingSweepDeps {
  db: Db;
  config: Pick<Config, 'get'>;
  folder: string;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
  now?: () => number;
}

/** Completes the recordings that earlier runs of the server left open: at a start, or when the database is joined later. */
export async function completeRecordings({
  db,
  folder,
  log,
  now = Date.now,
  isHeld,
  onEnded,
}: RecordingSweepDeps & {
  /** Tells if a file is one of this run. */
  isHeld: (path: string) => boolean;
  onEnded: (id: number) => void;
}): Promise<void> {
  for (const row of await remainingSidecars(folder, now())) {
    if (isHeld(row.path)) continue;
    await repository.insertMissing(db, row);
    await removeSidecar(folder, row.path);
  }
  for (const { id, path, lost } of await repository.open(db)) {
    if (isHeld(path)) continue;
    try {
      const ended = await repairRecording(join(folder, path));
      if (ended === null) await repository.remove(db, [id]);
      else await repository.update(db, id, { ...ended, lost, cut_off: true });
      onEnded(id);
    } catch (error) {
      log.error({ err: error, path }, 'a recording could not be completed');
    }
  }
}

/**
 * Deletes recordings after the retention time of the site: rows, then files. Folders of expired days are
 * deleted as a whole, including files that a crash left without a row.
 */
export function sweepRecordings(
  deps: Omit<RecordingSweepDeps, 'now'> & {
    /** Time that decides about expiry, epoch ms. */
    retentionNow: () => number;
    onGone?: () => void;
  },
): {
  sweep(): Promise<void>;
  end(): void;
} {
  const { db, config, folder, log, retentionNow } = deps;

  async function sweep(): Promise<void> {
    const beforeMs = retentionNow() - config.get().record_retention_days * DAY_MS;
    for (let gone = AT_ONCE; gone === AT_ONCE; ) {
      const paths = await repository.removeOld(db, beforeMs, AT_ONCE);
      gone = paths.length;
      for (const path of paths) await rm(join(folder, path), { force: true });
      if (gone > 0) deps.onGone?.();
    }
    const lastDay = dayOf(beforeMs);
    const days = await readdir(folder).catch(() => []);
    for (const day of days)
      if (DAY_NAME.test(day) && day < lastDay) await rm(join(folder, day), { recursive: true, force: true });
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'old recordings could not be removed'));
  }, EVERY_MS);
  timer.unref();
  return { sweep, end: () => clearInterval(timer) };
}
