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
  let asked: Promise<boolean> | null = null;
  return async () => {
    asked ??= ping(db).finally(() => {
      asked = null;
    });
    const late = new AbortController();
    const patience = delay(answerMs, false, { signal: late.signal }).catch(() => false);
    try {
      return await Promise.race([asked, patience]);
    } finally {
      late.abort();
    }
  };
}
