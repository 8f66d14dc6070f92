import type { Registry } from 'prom-client';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { Db } from '../../platform/db/client.ts';
import { retriedWrites } from '../../platform/db/database.metrics.ts';
import type { DiskWatch } from '../../platform/health/diskWatch.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Terminals } from '../terminals/terminals.ts';
import { watchClock } from './clockWatch.ts';
import { defaultDamping } from './damper.ts';
import { watchDatabase } from './databaseWatch.ts';
import { watchDiskFaults } from './diskFaults.ts';
import * as repository from './fault.repository.ts';
import { createFaults, type Faults } from './faults.ts';
import { subnetOf } from './subnet.ts';
import { type FaultTimes, watchTerminals } from './terminalFaults.ts';

export interface FaultWatch {
  /** Sink in which other parts open and resolve faults. */
  faults: Faults;
  close(): Promise<void>;
}

/** Unshelves faults whose time is over. */
async function unshelve(db: Db, faults: Faults): Promise<void> {
  const due = await repository.unshelveDue(db);
  if (due.length > 0) faults.changed(await repository.byIds(db, due));
}

/** Creates the fault store and all watches that open faults. */
export async function createFaultWatch(deps: {
  db: Db;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  metrics: Registry;
  disk: Pick<DiskWatch, 'onLook'>;
  terminals: Terminals;
  faultTimes?: Partial<FaultTimes>;
  /** Time of the snapshot that stands in for the database, epoch ms; null: the database is in use. */
  snapshotAt: () => number | null;
}): Promise<FaultWatch> {
  const { db, log, live, terminals } = deps;
  const { offMs } = deps.faultTimes ?? {};
  const topic = live.topic<Fault>('fault');
  const faults = await createFaults({
    db,
    log,
    retried: retriedWrites(deps.metrics, 'faults'),
    topics: { open: topic, ended: live.topic<Fault>('fault_ended') },
    subnetOf: (id) => subnetOf(terminals.directory.byId(id)?.seen.client_ip ?? ''),
    damping: { ...defaultDamping, ...(offMs === undefined ? {} : { offMs }) },
  });
  const endTerminals = watchTerminals({ ...terminals, faults, times: deps.faultTimes ?? {} });
  watchDiskFaults(faults, deps.disk);
  const clock = watchClock(faults);
  const database = watchDatabase({
    faults,
    topic,
    async query() {
      if (deps.snapshotAt() !== null) throw new Error('the database is away');
      await unshelve(db, faults);
    },
  });
  return {
    faults,
    async close() {
      endTerminals();
      clock.end();
      database.end();
      await faults.close();
    },
  };
}
