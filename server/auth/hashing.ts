import { createHashThread } from './hashThread.ts';
import { createTurns, type TurnKind } from './turns.ts';

/** At most so many passwords are hashed at once, in threads of their own. */
const THREADS = 2;

/** One of the threads, as long as it is one's own. */
export interface Hasher {
  /** argon2id of a password. */
  hash(password: string): Promise<string>;
  /** Compares; without a stored hash it takes as long and is false. */
  check(stored: string | null, password: string): Promise<boolean>;
}

/**
 * The one place where a running server hashes passwords. The hash is made to be slow (tens of milliseconds and 19 MiB), and
 * strangers may ask for it: it stays away from the event loop, which sends sound, from the thread pool, which reads files,
 * and on Linux behind both in priority.
 */
export interface Hashing {
  /**
   * Waits for a thread and works with it.
   * @param from the address of who asks; empty: no address
   * @throws AppError 429 where too many of its kind wait
   */
  turn<T>(kind: TurnKind, from: string, work: (hasher: Hasher) => Promise<T>): Promise<T>;
  /** A new password of somebody who may set it. @throws AppError 429 */
  hash(password: string, kind?: 'person' | 'bulk'): Promise<string>;
  close(): Promise<void>;
}

export function createHashing(): Hashing {
  const turns = createTurns(THREADS);
  const threads = Array.from({ length: THREADS }, createHashThread);

  function hasherOf(place: number): Hasher {
    const thread = threads[place];
    if (thread === undefined) throw new RangeError(`no such place: ${place}`);
    return {
      async hash(password) {
        const answer = await thread.do({ password });
        if (!('hash' in answer)) throw new Error('no hash');
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
