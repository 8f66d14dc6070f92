import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import * as repository from './taskLog.repository.ts';

const EVERY_MS = 3_600_000;
const AT_ONCE = 500;
const DAY_S = 86_400;

/** Deletes runs from the task log after the time in the system configuration. */
export function keepTaskLog(deps: {
  db: Db;
  config: Pick<Config, 'get'>;
  log: { error(details: object, message: string): void };
  /** Time that decides about expiry, epoch ms. */
  retentionNow: () => number;
}): { sweep(): Promise<void>; end(): void } {
  const { db, config, log, retentionNow } = deps;

  async function sweep(): Promise<void> {
    const before = Math.floor(retentionNow() / 1000) - config.get().task_log_retention_days * DAY_S;
    while ((await repository.sweep(db, before, AT_ONCE)) === AT_ONCE);
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'old runs could not be removed'));
  }, EVERY_MS);
  timer.unref();
  return { sweep, end: () => clearInterval(timer) };
}
