import type { Db } from '../db/client.ts';
import * as settings from './setting.repository.ts';

const KEY = 'retention_clock';
const STORE_MS = 600_000;
/** How much faster than time passes it may go: after a site was off for a month, another month keeps logs longer. */
const PACE = 2;

export interface RetentionClock {
  /** By this time logs and recordings are too old, ms since 1970. */
  now(): number;
  close(): Promise<void>;
}

/**
 * The time of day as far as it may be believed when things are deleted for their age. A clock that is wrong by a year
 * for one start (a battery, a typing error) would cost a site all its recordings within the hour: this one goes on from
 * where it was, at most twice as fast as time really passes, and never ahead of the wall clock.
 *
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
      log.error({ err: error }, 'the time of retentions could not be stored');
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
