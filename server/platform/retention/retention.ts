import { idempotencyKeptMs } from '../../../contract/api/idempotency.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/client.ts';
import { type CleanedLog, clean } from './retention.repository.ts';

const DAY_S = 86_400;
/** Interval of cleaning, ms; the first one soon after the start, but not during it. */
const EVERY_MS = 3_600_000;
const FIRST_MS = 60_000;

export interface Retention {
  /** Deletes expired rows; returns the number of rows of each log. */
  run(now?: number): Promise<Record<CleanedLog, number>>;
  close(): Promise<void>;
}

/**
 * Deletes expired rows of the run log, the audit log, alarm records, the log of inputs and outputs, the hourly
 * 4G signal and the history by the hour, after the time in the system configuration; and expired idempotency
 * keys and the history by the minute, after fixed times.
 */
export function createRetention(deps: {
  db: Db;
  config: Pick<Config, 'get'>;
  /** Time that decides about expiry, epoch ms. */
  retentionNow: () => number;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}): Retention {
  const { db, config, log, retentionNow } = deps;
  let running = Promise.resolve();

  async function run(now = retentionNow() / 1000): Promise<Record<CleanedLog, number>> {
    const before = Math.floor(now - config.get().log_retention_days * DAY_S);
    return {
      online_log: await clean(db, 'online_log', before),
      audit: await clean(db, 'audit', before),
      alarm: await clean(db, 'alarm', before),
      io_event: await clean(db, 'io_event', before),
      signal_hour: await clean(db, 'signal_hour', before),
      history_hour: await clean(db, 'history_hour', before),
      history_minute: await clean(db, 'history_minute', now),
      idempotency_key: await clean(db, 'idempotency_key', now - idempotencyKeptMs / 1000),
    };
  }
  function regular(): void {
    running = run().then(
      (cleaned) => {
        if (Object.values(cleaned).some((rows) => rows > 0)) log.info({ cleaned }, 'old logs were deleted');
      },
      (error: unknown) => log.error({ err: error }, 'old logs could not be deleted; it is tried again'),
    );
  }
  const first = setTimeout(regular, FIRST_MS).unref();
  const timer = setInterval(regular, EVERY_MS).unref();
  return {
    run,
    async close() {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
