import { setTimeout as delay } from 'node:timers/promises';
import * as settings from '../../platform/config/setting.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import { outsideRequest } from '../../platform/db/requestWrites.ts';

const KEY = 'capturer_closed';
/** Time for which changes are gathered into one write, ms; and delay before a failed one is repeated. */
const GATHER_MS = 200;
const RETRY_MS = 2_000;
/** Time for which the end of a task waits for the database, ms. */
const STORE_MS = 1_000;

/** Inputs of capturers as `terminal channel`. */
export type InputKey = `${number} ${number}`;

/** Inputs that were closed when last stored; null: never stored. */
export async function closedAtStop(db: Db): Promise<ReadonlySet<InputKey> | null> {
  const stored = await settings.get(db, KEY);
  return Array.isArray(stored) ? new Set(stored as InputKey[]) : null;
}

/**
 * Stores the closed inputs in the background, so that one that closes while the server is away is an edge at its next
 * start.
 */
export function keepClosedInputs(
  db: Db,
  closed: () => InputKey[],
): {
  changed(): void;
  /** Stores a change now. Resolves when it is stored, or after `STORE_MS`. */
  stored(): Promise<void>;
  close(): Promise<void>;
} {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isStored = true;

  async function write(): Promise<void> {
    isStored = true;
    try {
      await settings.put(db, KEY, closed());
    } catch {
      // The database is away: the next attempt stores what is closed then.
      isStored = false;
      timer ??= setTimeout(flush, RETRY_MS).unref();
    }
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }
  return {
    changed() {
      isStored = false;
      timer ??= outsideRequest(() => setTimeout(flush, GATHER_MS).unref());
    },
    async stored() {
      if (isStored) return;
      await Promise.race([flush(), delay(STORE_MS, undefined, { ref: false })]);
    },
    async close() {
      if (!isStored) await flush();
      await writing;
      clearTimeout(timer);
    },
  };
}
