import type { Db } from '../../platform/db/client.ts';
import { prune } from './integration.repository.ts';

/**
 * Time for which the names of messages are kept, seconds: far longer than a message of that age is accepted.
 */
const KEPT_S = 30 * 86_400;
const PRUNE_EVERY_MS = 3_600_000;

/** Removes the names of old messages every hour. @returns a function that ends it */
export function startPruning(db: Db, log: { error(details: object, message: string): void }): () => void {
  const pruning = setInterval(() => {
    prune(db, Math.floor(Date.now() / 1000) - KEPT_S).catch((error) =>
      log.error({ err: error }, 'old messages could not be removed'),
    );
  }, PRUNE_EVERY_MS);
  pruning.unref();
  return () => clearInterval(pruning);
}
