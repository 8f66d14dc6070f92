import { statfs } from 'node:fs/promises';
import type { Fault } from '../../contract/entities/fault.ts';
import type { Db } from '../db/client.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Terminals } from '../terminals/terminals.ts';
import { watchClock } from './clockWatch.ts';
import { watchDisk } from './diskWatch.ts';
import { createFaults, type Faults } from './faults.ts';
import { type FaultTimes, watchTerminals } from './terminalFaults.ts';

export interface FaultWatch {
  /** Where other parts open and resolve theirs. */
  faults: Faults;
  close(): Promise<void>;
}

/** The faults of the site and everything that looks for them. */
export async function createFaultWatch(deps: {
  db: Db;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  env: { DATA_DIR: string };
  terminals: Terminals;
  faultTimes?: Partial<FaultTimes>;
}): Promise<FaultWatch> {
  const { db, log, live, terminals } = deps;
  const faults = await createFaults({ db, log, topic: live.topic<Fault>('fault') });
  const endTerminals = watchTerminals({ ...terminals, faults, times: deps.faultTimes ?? {} });
  const disk = watchDisk(faults, deps.env.DATA_DIR, async (folder) => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  });
  const clock = watchClock(faults);
  return {
    faults,
    async close() {
      endTerminals();
      disk.end();
      clock.end();
      await faults.close();
    },
  };
}
