import type { Db } from '../db/client.ts';
import { type Listening, listen } from '../db/listen.ts';
import type { SnapshotKeeper } from '../db/standIn/keeper.ts';
import { rightsTables } from '../db/standIn/tables.ts';
import type { Zones } from '../zones/zones.ts';
import type { Callers } from './callers.ts';

/** The triggers of the database tell here which table has changed (migration `rights_notify`). */
const CHANNEL = 'tocsin_rights';

export interface RightsWatchDeps {
  db: Db;
  zones: Pick<Zones, 'load'>;
  callers: Pick<Callers, 'changed'>;
  /** Has what another process changed, too. */
  snapshot?: Pick<SnapshotKeeper, 'touched'> | null;
  log: { warn(details: object, message: string): void };
}

/**
 * Takes in changes of accounts, roles, logins and zones that another process made (`admin:reset`, somebody at the
 * database), so that they count within a second (design 9). Those of this process come here too, and find it done.
 */
export function watchRights({ db, zones, callers, log, snapshot }: RightsWatchDeps): Listening {
  let isRunning = false;
  const waiting = { rights: false, zones: false };

  async function takeIn(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.rights) {
      const readZones = waiting.zones;
      Object.assign(waiting, { rights: false, zones: false });
      try {
        if (readZones) await zones.load();
      } catch (err) {
        // The database is away: when it is back, everything is read anew.
        log.warn({ err }, 'the zones could not be read after a change');
      }
      callers.changed();
    }
    isRunning = false;
  }
  const changed = (isTree: boolean) => {
    waiting.rights = true;
    waiting.zones ||= isTree;
    void takeIn();
  };
  return listen(db, CHANNEL, {
    opened() {
      snapshot?.touched(rightsTables);
      changed(true);
    },
    told(table) {
      snapshot?.touched([table, 'login_session']);
      changed(table === 'partition');
    },
  });
}
