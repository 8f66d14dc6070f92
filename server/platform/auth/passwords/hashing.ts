import { createHashQueue, type HashPriority } from './hashQueue.ts';
import { createHashThread } from './hashThread.ts';
import { HASH_COST } from './password.ts';

/** Number of passwords hashed at the same time, each in a thread. */
const THREADS = 2;

/** Access to one of the threads during a turn. */
export interface Hasher {
  /** Hashes a password with argon2id. */
  hash(password: string): Promise<string>;
  /** Compares a password; without a stored hash it takes the same time and is false. */
  check(stored: string | null, password: string): Promise<boolean>;
}

/**
 * The only place where a running server hashes passwords. Hashing is slow by design (tens of milliseconds and
 * 19 MiB) and can be triggered without a login: it stays off the event loop, which sends audio, and off the
 * thread pool, which reads files, and on Linux has a lower priority than both.
 */
export interface Hashing {
  /**
   * Waits for a thread and works with it.
   * @param from address of the client; empty: none
   * @throws AppError 429 when too many of its kind wait
   */
  turn<T>(kind: HashPriority, from: string, work: (hasher: Hasher) => Promise<T>): Promise<T>;
  /** Hashes a new password of a caller who may set it. @throws AppError 429 */
  hash(password: string, kind?: 'person' | 'bulk'): Promise<string>;
  close(): Promise<void>;
}

export function createHashing(cost = HASH_COST): Hashing {
  const turns = createHashQueue(THREADS);
  const threads = Array.from({ length: THREADS }, () => createHashThread(cost));

  function hasherOf(place: number): Hasher {
    const thread = threads[place];
    if (thread === undefined) throw new RangeError(`no such place: ${place}`);
    return {
      async hash(password) {
        const answer = await thread.do({ password });
        if (!('hash' in answer)) throw new Error('the hash thread returned no hash');
        return answer.hash;
      },
      async check(stored, password) {
        const answer = await thread.do({ password, stored });
        return 'right' in answer && answer.right;
      },
    };
  }

  const turn: Hashing['turn'] = (kind, from, work) =>
    turns.take(kind, from, (place) => work(hasherOf(place)));
  return {
    turn,
    hash: (password, kind = 'person') => turn(kind, '', (hasher) => hasher.hash(password)),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
