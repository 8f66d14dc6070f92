import * as settings from '../config/setting.repository.ts';
import type { Db } from '../db/client.ts';
import { isReadOnly } from '../db/queryErrors.ts';

const KEY = 'retention_clock';
const STORE_MS = 600_000;
/**
 * Maximum pace relative to real time: after a site was off for a month, logs are kept up to another month
 * longer.
 */
const PACE = 2;

export interface RetentionClock {
  /** Time that decides about the expiry of logs and recordings, epoch ms. */
  now(): number;
  close(): Promise<void>;
}

/**
 * Clock for deleting by age that does not trust sudden jumps of the wall clock. A clock that is wrong by a
 * year for one start (a battery, a typing error) would delete all recordings of a site within the hour: this
 * clock continues from its last value, at most twice as fast as real time, and never ahead of the wall clock.
 * @param steady monotonic time, ms
 */
export async function createRetentionClock(
  { db, log }: { db: Db; log: { error(details: object, message: string): void } },
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
): Promise<RetentionClock> {
  const stored = await settings.get(db, KEY);
  const from = typeof stored === 'number' ? stored : wall();
  const startedAt = steady();
  const now = () => Math.min(wall(), from + PACE * (steady() - startedAt));
  const store = () =>
    settings.put(db, KEY, now()).catch((error: unknown) => {
      // While a snapshot stands in for the database it is read-only, and what was stored before is still right.
      if (isReadOnly(error)) return;
      log.error({ err: error }, 'the time of the last retention run could not be stored');
    });
  await store();
  const timer = setInterval(store, STORE_MS).unref();
  return {
    now,
    async close() {
      clearInterval(timer);
      await store();
    },
  };
}
