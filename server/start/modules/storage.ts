import { openIdFile } from '../../air/journal/idFile.ts';
import { createIds, type Ids } from '../../air/journal/ids.ts';
import { createJournal, type Journal } from '../../air/journal/journal.ts';
import { createJournalReplica, type JournalReplica } from '../../air/journal/journalReplica.ts';
import { type Recovered, recoverJournal } from '../../air/journal/recoverJournal.ts';
import { databaseMetrics, retriedWrites } from '../../platform/db/database.metrics.ts';
import type { SnapshotWriter } from '../../platform/db/standIn/snapshotWriter.ts';
import { type DiskWatch, watchDisk } from '../../platform/health/diskWatch.ts';
import { systemMetrics } from '../../platform/health/system.metrics.ts';
import { createKeys, type Keys } from '../../platform/idempotency/idempotencyKeys.ts';
import { createRetention } from '../../platform/retention/retention.ts';
import { createRetentionClock } from '../../platform/retention/retentionClock.ts';
import { mediaMetrics } from '../../sound/files/media.metrics.ts';
import { createDeferredQuery, type DeferredQuery } from './deferredQuery.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import type { Platform } from './platform.ts';

/** Parts that keep what happens, also while the database is away. */
export interface Storage {
  /** Entries of the journal of the last run. */
  recovered: Recovered;
  journal: Journal;
  /** Lines of the journal for the standby server. */
  journalReplica: JournalReplica;
  /** Resolves true once the snapshot holds what is in the database now; answered by the snapshot. */
  snapshotRenewed: DeferredQuery<[], ReturnType<SnapshotWriter['renewed']>>;
  /** Ids of broadcasts and alarms that start before they are stored. */
  ids: Ids;
  /** Idempotency keys of requests. */
  keys: Keys;
  /** Current time for the age of logs and recordings, ms since 1970. */
  retentionNow: () => number;
  disk: DiskWatch;
}

const module = modulesAmong<Outside & Platform & Storage>();

export const journal = module({
  needs: ['db', 'audit', 'dataDir', 'log', 'isAway', 'metrics'],
  async open({ metrics, ...needs }, onStop) {
    // Before broadcasts are resumed: those from the time without the database are among them, and have ids.
    const recovered = await recoverJournal(needs);
    const snapshotRenewed: Storage['snapshotRenewed'] = createDeferredQuery(async () => true);
    const { db, audit, log } = needs;
    const journalReplica = createJournalReplica(recovered.stored.all);
    const journal = createJournal({
      ...{ db, audit, log, file: recovered.file, stored: recovered.stored, replica: journalReplica },
      retried: retriedWrites(metrics, 'alarms'),
      kept: snapshotRenewed.query,
    });
    onStop('journal', journal.close);
    return { recovered, snapshotRenewed, journal, journalReplica };
  },
});

export const ids = module({
  needs: ['db', 'dataDir', 'recovered', 'isAway', 'log'],
  async open({ dataDir, recovered, ...needs }, onStop) {
    const ids = await createIds({ ...needs, file: await openIdFile(dataDir), known: recovered.used });
    onStop('ids', ids.close);
    return { ids };
  },
});

export const retentionClock = module({
  needs: ['db', 'log', 'wallNow'],
  async open({ wallNow, ...needs }, onStop) {
    const clock = await createRetentionClock(needs, wallNow);
    onStop('retentionClock', clock.close);
    return { retentionNow: clock.now };
  },
});

export const keys = module({
  needs: ['db', 'journal', 'retentionNow', 'log', 'heldRows'],
  async open({ heldRows, ...needs }) {
    const keys = await createKeys(needs);
    heldRows.add(['idempotency_key'], keys.load);
    return { keys };
  },
});

export const disk = module({
  needs: ['dataDir', 'metrics'],
  open({ dataDir, metrics }, onStop) {
    const disk = watchDisk(dataDir);
    onStop('disk', disk.end);
    systemMetrics(metrics, disk);
    return { disk };
  },
});

export const databaseWatch = module({
  needs: ['metrics', 'db', 'holdsLock', 'snapshotAt', 'live'],
  open({ metrics, db, holdsLock = () => true, snapshotAt, live }, onStop) {
    const end = databaseMetrics(metrics, db, holdsLock, () => snapshotAt() !== null);
    onStop('databaseMetrics', end);
    mediaMetrics(metrics, live);
    return {};
  },
});

export const retention = module({
  needs: ['db', 'config', 'retentionNow', 'log'],
  open(needs, onStop) {
    const retention = createRetention(needs);
    onStop('retention', retention.close);
    return {};
  },
});
