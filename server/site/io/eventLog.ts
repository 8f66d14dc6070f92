import * as settings from '../../platform/config/setting.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import { outsideRequest } from '../../platform/db/requestWrites.ts';
import { insertEvents, type NewEvent } from './io.repository.ts';

/** Time for which events are gathered into one write, ms. */
const GATHER_MS = 200;
const RETRY_MS = 2_000;
/** Events per minute and terminal that are kept: a bouncing contact must not fill the log. */
const MAX_PER_MINUTE = 600;
/** Maximum number of events waiting while the database is away. */
const MAX_WAITING = 50_000;
const ACTIVE_KEY = 'io_active';

/** Inputs that were active when last stored, as `ioId`s: an input that is still active is no new edge. */
export async function activeAtStop(db: Db): Promise<number[]> {
  const stored = await settings.get(db, ACTIVE_KEY);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
}

/** Writes line events in the background, in order, and the set of active inputs. */
export function createEventLog(deps: {
  db: Db;
  log: { error(details: object, message: string): void };
  /** Called each time the database refuses a write. */
  retried: () => void;
  active: () => number[];
}) {
  const { db, log } = deps;
  let waiting: NewEvent[] = [];
  let isActiveStored = true;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let minute = 0;
  let counts = new Map<number, number>();

  async function write(): Promise<void> {
    const rows = waiting;
    const putActive = !isActiveStored;
    waiting = [];
    isActiveStored = true;
    try {
      // In one transaction: an input that the log shows as active must be no new edge after a restart.
      await db.transaction(async (tx) => {
        if (rows.length > 0) await insertEvents(tx, rows);
        if (putActive) await settings.put(tx, ACTIVE_KEY, deps.active());
      });
    } catch (error) {
      deps.retried();
      log.error({ err: error }, 'changes of inputs and outputs could not be stored; it is tried again');
      waiting = [...rows, ...waiting].slice(-MAX_WAITING);
      isActiveStored &&= !putActive;
      timer ??= setTimeout(flush, RETRY_MS).unref();
    }
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }
  const soon = () => {
    timer ??= setTimeout(() => outsideRequest(flush), GATHER_MS).unref();
  };

  return {
    add(event: NewEvent): void {
      const now = Math.floor(event.at / 60_000);
      if (now !== minute) counts = new Map();
      minute = now;
      const count = (counts.get(event.terminal_id) ?? 0) + 1;
      counts.set(event.terminal_id, count);
      if (count > MAX_PER_MINUTE) return;
      waiting.push(event);
      soon();
    },
    activeChanged(): void {
      isActiveStored = false;
      soon();
    },
    flush,
    async close(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}
export type EventLog = ReturnType<typeof createEventLog>;
