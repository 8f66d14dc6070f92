import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../db/client.ts';
import { ping } from './system.repository.ts';

/** A database that has not answered by then hangs, ms: whoever probes has the answer within a second. */
const ANSWER_MS = 750;

/**
 * Makes the question whether the database answers, with an end of its own. One question is under way at a time, however
 * often it is asked, so that probes do not fill the pool of a database that hangs.
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
