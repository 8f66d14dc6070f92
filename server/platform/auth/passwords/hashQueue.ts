import { AppError, errorCode } from '../../../../contract/api/errors.ts';

/**
 * Kinds of work that wait for a place to hash passwords.
 * - `known`: a login by an account from an address where it has logged in before
 * - `person`: what somebody does who is logged in (a new password, a new account)
 * - `login`: any other login
 * - `terminal`: a station's login, or a terminal's enrolment
 * - `bulk`: the passwords of an import
 */
export type HashPriority = 'known' | 'person' | 'login' | 'terminal' | 'bulk';

/** Kinds that are served before all others, and the other kinds, which are served in turn. */
const first: readonly HashPriority[] = ['known', 'person'];
const others: readonly HashPriority[] = ['login', 'terminal', 'bulk'];
/** Maximum number waiting per kind: half a second to two seconds of hashing. */
const MAX_WAITING = 16;
/** Retry time sent to refused clients, s. */
const RETRY_S = 2;

interface Waiting {
  /** Client address; empty: none. */
  from: string;
  begin(place: number): void;
  refuse(): void;
}

export interface HashQueue {
  /**
   * Waits for a place, does the work there and releases the place. If the queue of its kind is full, the
   * address with the most entries loses its last one to an address that has fewer.
   * @param work `place`: 0 to places - 1, exclusive during the work
   * @throws AppError 429 when there is no room
   */
  take<T>(kind: HashPriority, from: string, work: (place: number) => Promise<T>): Promise<T>;
}

/** Scheduler with a fixed number of places and a short queue for each kind of work. */
export function createHashQueue(places: number): HashQueue {
  const free = Array.from({ length: places }, (_, place) => place);
  const queues: Record<HashPriority, Waiting[]> = {
    known: [],
    person: [],
    login: [],
    terminal: [],
    bulk: [],
  };
  let served = 0;

  function next(): Waiting | undefined {
    for (const kind of first) {
      const one = queues[kind].shift();
      if (one !== undefined) return one;
    }
    for (let i = 1; i <= others.length; i++) {
      const turn = (served + i) % others.length;
      const one = queues[others[turn] as HashPriority].shift();
      if (one === undefined) continue;
      served = turn;
      return one;
    }
    return undefined;
  }

  function fill(): void {
    while (free.length > 0) {
      const one = next();
      if (one === undefined) return;
      one.begin(free.shift() as number);
    }
  }

  /** Makes room for one more entry of an address. @returns true if there is room */
  function makeSpace(queue: Waiting[], from: string): boolean {
    if (queue.length < MAX_WAITING) return true;
    const counts = new Map<string, number>();
    for (const one of queue) counts.set(one.from, (counts.get(one.from) ?? 0) + 1);
    const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (count <= (counts.get(from) ?? 0) + 1) return false;
    const [removed] = queue.splice(
      queue.findLastIndex((one) => one.from === most),
      1,
    );
    removed?.refuse();
    return true;
  }

  return {
    async take(kind, from, work) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const refuse = () => {
        const seconds = RETRY_S;
        reject(new AppError(errorCode.tooMany, 'auth.manyLogins', { seconds }, { retryAfter: seconds }));
      };
      if (makeSpace(queues[kind], from)) queues[kind].push({ from, begin: resolve, refuse });
      else refuse();
      fill();
      const place = await promise;
      try {
        return await work(place);
      } finally {
        // Its thread is running already, which that of another place may not.
        free.unshift(place);
        fill();
      }
    },
  };
}
