import { isNotStored, withTimeLimit } from './timeLimit.ts';

/** Time for an answer of the database before what is in memory is used, ms. */
const ANSWER_MS = 2_000;

/**
 * Uses the answer of the database, or what `held` returns while it is away, late or read-only. Only the first work of
 * an outage waits: later work waits no longer until the database has answered.
 *
 * @throws other errors of the work
 */
export type OrHeld = <T>(work: () => Promise<T>, held: () => T | Promise<T>) => Promise<T>;

export function createOrHeld(answerMs = ANSWER_MS): OrHeld {
  let isAway = false;
  return async (work, held) => {
    const answered = work().then((value) => {
      isAway = false;
      return value;
    });
    try {
      return await withTimeLimit(answered, isAway ? 0 : answerMs);
    } catch (error) {
      if (!isNotStored(error)) throw error;
      isAway = true;
      return held();
    }
  };
}
