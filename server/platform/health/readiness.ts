import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../db/client.ts';
import { ping } from './system.repository.ts';

/** Time after which the database counts as not answering, ms: probes get their answer within a second. */
const ANSWER_MS = 750;

/**
 * Creates the readiness check: tells if the database answers within the time. Concurrent calls share one
 * query, so that probes do not exhaust the pool of a database that hangs.
 */
export function createReadiness(db: Db, answerMs = ANSWER_MS): () => Promise<boolean> {
  let pending: Promise<boolean> | null = null;
  return async () => {
    pending ??= ping(db).finally(() => {
      pending = null;
    });
    const late = new AbortController();
    const timeout = delay(answerMs, false, { signal: late.signal }).catch(() => false);
    try {
      return await Promise.race([pending, timeout]);
    } finally {
      late.abort();
    }
  };
}
