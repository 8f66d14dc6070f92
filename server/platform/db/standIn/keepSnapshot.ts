import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../client.ts';
import { isOutage } from '../queryErrors.ts';
import { schemaSteps } from '../schemaSteps.ts';
import { followersOf, withFollowers } from './followers.ts';
import { createSnapshotWriter, type SnapshotWriter } from './snapshotWriter.ts';

/** Keeps the snapshot of a server, with its fault and metrics; null without an identity, as in tests. */
export async function keepSnapshot(deps: {
  db: Db;
  identity?: string;
  env: { DATA_DIR: string };
  metrics: Registry;
  faults: {
    open(fault: { kind: 'snapshot'; subject: string }): void;
    resolve(kind: 'snapshot', subject: string): void;
  };
  /** Time of the snapshot that stands in for the database, epoch ms; null: the database is in use. */
  snapshotAt(): number | null;
  log: { warn(details: object, message: string): void };
}): Promise<SnapshotWriter | null> {
  const { db, identity, faults, log } = deps;
  if (identity === undefined) return null;
  const { snapshotAt } = deps;
  const follow = withFollowers(await followersOf(db));
  const writer = createSnapshotWriter({
    db,
    log,
    identity,
    dataDir: deps.env.DATA_DIR,
    isPaused: () => snapshotAt() !== null,
    migrations: schemaSteps().map(({ when }) => when),
    attempted(failure) {
      // An unavailable database has a fault of its own.
      if (failure === null) faults.resolve('snapshot', 'site');
      else if (!isOutage(failure)) faults.open({ kind: 'snapshot', subject: 'site' });
    },
  });
  new Gauge({
    name: 'tocsin_snapshot_timestamp_seconds',
    help: 'Time of the snapshot for a start without the database, epoch seconds; 0: none',
    registers: [deps.metrics],
    collect() {
      this.set((snapshotAt() ?? writer.at() ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'tocsin_running_from_snapshot',
    help: '1 while the server runs from its snapshot because the database has been unavailable since the start, else 0',
    registers: [deps.metrics],
    collect() {
      this.set(Number(snapshotAt() !== null));
    },
  });
  const end = db.$client.onWrite((writes) => {
    const { tables, volatile } = follow(writes);
    writer.touched(tables, volatile);
  });
  return {
    ...writer,
    close() {
      end();
      return writer.close();
    },
  };
}
