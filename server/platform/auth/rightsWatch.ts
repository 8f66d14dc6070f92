import type { Db } from '../db/client.ts';
import { type Listening, listen } from '../db/listen.ts';
import { rightsTables } from '../db/standIn/snapshotTables.ts';
import type { SnapshotWriter } from '../db/standIn/snapshotWriter.ts';
import type { Callers } from './callers.ts';
import type { ZoneScopes } from './zoneScopes.ts';

/** Channel on which database triggers announce the changed table (migration `rights_notify`). */
const CHANNEL = 'tocsin_rights';

export interface RightsWatchDeps {
  db: Db;
  zones: Pick<ZoneScopes, 'load'>;
  callers: Pick<Callers, 'changed'>;
  /** Receives also the tables that another process changed. */
  snapshot: Pick<SnapshotWriter, 'touched'> | null;
  log: { warn(details: object, message: string): void };
}

/**
 * Applies changes of accounts, roles, sessions and zones made by another process (`admin:reset`, manual SQL)
 * within a second. Those of this process are announced here too and change nothing.
 */
export function watchRights({ db, zones, callers, log, snapshot }: RightsWatchDeps): Listening {
  let isRunning = false;
  const waiting = { rights: false, zones: false };

  async function reload(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.rights) {
      const readZones = waiting.zones;
      Object.assign(waiting, { rights: false, zones: false });
      try {
        if (readZones) await zones.load();
      } catch (err) {
        // The database is away: when it is back, everything is read again.
        log.warn({ err }, 'the zones could not be read after a change');
      }
      callers.changed();
    }
    isRunning = false;
  }
  const changed = (isTree: boolean) => {
    waiting.rights = true;
    waiting.zones ||= isTree;
    void reload();
  };
  return listen(db, CHANNEL, {
    opened() {
      snapshot?.touched(rightsTables);
      changed(true);
    },
    notified(table) {
      snapshot?.touched([table, 'login_session']);
      changed(table === 'partition');
    },
  });
}
