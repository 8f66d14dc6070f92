import { backupRoutes } from '../../edge/backup/auto/backup.routes.ts';
import { createRunner } from '../../edge/backup/auto/backupProcess.ts';
import { type Backups, createBackups } from '../../edge/backup/auto/backups.ts';
import { watchRights } from '../../platform/auth/rightsWatch.ts';
import { keepSnapshot } from '../../platform/db/standIn/keepSnapshot.ts';
import type { SnapshotWriter } from '../../platform/db/standIn/snapshotWriter.ts';
import type { Joining } from '../../platform/db/standIn/standIn.ts';
import { createJoining } from '../joining.ts';
import type { Edge } from './edge.ts';
import type { AirParts } from './emergency.ts';
import { modulesAmong } from './module.ts';
import type { Speech } from './speech.ts';

/** Upkeep of the whole: backups, the snapshot of the rows, and what changes in the database from outside. */
export interface Upkeep {
  /** Backups by schedule. */
  backups: Backups;
  /** Keeps the snapshot for a start without the database; null: none is kept. */
  snapshot: SnapshotWriter | null;
  /** Steps for joining the database that was away at the start. */
  joining: Joining;
}

type All = AirParts & Speech & Edge & Upkeep;
const module = modulesAmong<All>();

export const backups = module({
  needs: ['db', 'audit', 'env', 'faults', 'log', 'now', 'snapshotAt', 'isAlarmRunning'],
  async open({ snapshotAt, isAlarmRunning, ...needs }, onStop) {
    const backups = await createBackups({
      ...needs,
      run: createRunner(needs.env),
      // Without its database there is nothing to back up.
      isAlarm: () => snapshotAt() !== null || isAlarmRunning.query(),
    });
    onStop('backups', backups.close);
    return { backups };
  },
  routes: backupRoutes,
});

/** Opened after everything that it holds, so that it never holds a part that is half open. */
export const snapshot = module({
  needs: ['db', 'identity', 'env', 'metrics', 'faults', 'snapshotAt', 'log', 'snapshotRenewed'],
  async open({ snapshotRenewed, ...needs }, onStop) {
    const snapshot = await keepSnapshot(needs);
    if (snapshot !== null) {
      onStop('snapshot', snapshot.close);
      snapshotRenewed.setSource(snapshot.renewed);
    }
    return { snapshot };
  },
});

export const joining = module({
  needs: [
    ...(['env', 'log', 'audit', 'faults', 'ids', 'site', 'snapshot', 'recovered'] as const),
    ...(['heldRows', 'recordings'] as const),
  ],
  open: ({ recovered, ...needs }) => ({
    joining: createJoining({ ...needs, upTo: recovered.stored.all }),
  }),
});

export const rightsWatch = module({
  needs: ['db', 'zones', 'callers', 'log', 'snapshot'],
  open(needs, onStop) {
    onStop('rightsWatch', watchRights(needs).close);
    return {};
  },
});
