import type { FastifyBaseLogger } from 'fastify';
import type { Ids } from '../air/journal/ids.ts';
import { settleJournal } from '../air/journal/recoverJournal.ts';
import type { Audit } from '../platform/audit/audit.ts';
import type { Site } from '../platform/config/site.ts';
import type { HeldRows } from '../platform/db/standIn/heldRows.ts';
import { snapshotTables } from '../platform/db/standIn/snapshotTables.ts';
import type { SnapshotWriter } from '../platform/db/standIn/snapshotWriter.ts';
import type { Joining } from '../platform/db/standIn/standIn.ts';
import { addNewKeys } from '../site/accounts/newKeys.ts';
import type { FaultSink } from '../site/faults/faults.ts';
import type { Recordings } from '../sound/recordings/recordings.ts';

export interface JoiningDeps {
  env: { DATA_DIR: string };
  log: FastifyBaseLogger;
  audit: Audit;
  faults: Pick<FaultSink, 'open' | 'resolve'>;
  ids: Pick<Ids, 'joined'>;
  site: Pick<Site, 'publish'>;
  snapshot: Pick<SnapshotWriter, 'touched'> | null;
  /** Rows held in memory. */
  heldRows: Pick<HeldRows, 'read'>;
  recordings: Pick<Recordings, 'complete'>;
  /** Number of the last journal line that existed at the start. */
  upTo: number;
}

/** Makes the steps for joining a database that was away at the start; broadcasts continue meanwhile. */
export function createJoining(deps: JoiningDeps): Joining {
  const { log, audit, upTo } = deps;
  return {
    async before(db) {
      await addNewKeys(db);
      await settleJournal({ db, audit, dataDir: deps.env.DATA_DIR, log, upTo });
    },
    async read() {
      await deps.ids.joined();
      await deps.heldRows.read();
    },
    after() {
      log.warn('the database is available again: the server uses it');
      deps.faults.resolve('database_refused', 'site');
      deps.snapshot?.touched(Object.keys(snapshotTables));
      deps.site.publish();
      deps.recordings
        .complete()
        .catch((err) =>
          log.error({ err }, 'recordings could not be completed; the next start tries it again'),
        );
    },
    refused(reason, refusal) {
      deps.faults.open({ kind: 'database_refused', subject: 'site', params: { reason: refusal ?? 'other' } });
      log.error(
        { reason },
        'the database is available but cannot be used: the server continues from its snapshot',
      );
    },
  };
}
