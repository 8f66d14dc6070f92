import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { afterReading } from '../process/afterReading.ts';
import type { Db, DbOrTx } from './client.ts';
import { isOutage } from './queryErrors.ts';

/** Delays before a database that is away is asked again, ms; the last one repeats. */
const RETRY_MS = [50, 100, 200, 400, 800];

/** Mark in the transactions of a request, which tells later which of them were committed. */
export interface Mark {
  /** Notes in a transaction that it is number `step` of the request. */
  put(tx: DbOrTx, step: number): Promise<void>;
  /** Number of the last committed step, 0: none. Waits for a transaction that is still open. */
  read(db: Db): Promise<number>;
}

/** Mark of a request for the journal; `S` is its subject. */
export interface JournalMark<S = string, K = unknown> {
  /** Idempotency key, added to the request's first journal entry. */
  readonly key: K;
  /** Subject of that entry; null: not written yet. */
  of: S | null;
}

/** Writes of a request so far. */
export class RequestWrites {
  /** Number of committed transactions. */
  committed = 0;
  /** True when the request has ended: work that it left running no longer belongs to it. */
  isOver = false;
  readonly mark: Mark | null;
  readonly journal: JournalMark | null;
  /** Resolves when the request must be answered although it still waits for the database. */
  readonly overdue: Promise<void>;
  #last: Promise<void> = Promise.resolve();
  readonly #late = Promise.withResolvers<void>();

  /** @param mark null: it cannot be found out later if something was committed */
  constructor(mark: Mark | null, journal: JournalMark | null = null) {
    this.mark = mark;
    this.journal = journal;
    this.overdue = this.#late.promise;
  }

  /**
   * Waits for the turn to commit: one at a time, so that steps are counted in the order of commits. Returns
   * the function that ends the turn.
   */
  async turn(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }

  /** Starts the timer of a wait for the database. Returns the function that ends it. */
  waits(timeoutMs: number): () => void {
    return afterReading(timeoutMs, this.#late.resolve);
  }
}

const current = new AsyncLocalStorage<RequestWrites>();
function own(): RequestWrites | undefined {
  const writes = current.getStore();
  return writes === undefined || writes.isOver ? undefined : writes;
}

/** The journal mark of the current request; null: no request, or none set. */
export const journalMark = (): JournalMark | null => own()?.journal ?? null;

/** Runs the work of a request, so that all its writes are marked. */
export const inRequest = <T>(writes: RequestWrites, work: () => Promise<T>): Promise<T> =>
  current.run(writes, work);

/** Runs work that does not belong to the request that happens to start it, such as a batch writer. */
export const outsideRequest = <T>(work: () => T): T => current.exit(work);

/** `for update` only reads. */
const isWrite = (text: string) =>
  /\b(insert into|delete from|merge into)\b|(?<!for |no key |")\bupdate\s/i.test(text);
const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String((query as { text?: unknown })?.text ?? '');

/**
 * Marks the writes of requests through a pool, and finds out the outcome of a commit whose answer was lost
 * with the connection: the request continues if it was committed, and fails as if nothing had happened
 * otherwise. Reads of a request that has committed are repeated until the database answers, because a failure
 * would look like a refusal.
 *
 * @param timeoutMs time after which a commit without an answer is overdue
 */
export function markRequests(db: Db, timeoutMs: number): { close(): void } {
  const pool = db.$client;
  const [begin, plain] = [db.transaction.bind(db), pool.query.bind(pool)];
  const closing = new AbortController();

  const pause = (turn: number) =>
    wait(RETRY_MS[Math.min(turn, RETRY_MS.length - 1)], undefined, { signal: closing.signal, ref: false });
  async function until<T>(attempt: () => Promise<T>): Promise<T> {
    for (let turn = 0; ; turn++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isOutage(error) || closing.signal.aborted) throw error;
      }
      await pause(turn);
    }
  }

  /** `run` gets the function to call last before the commit. */
  async function marked<T>(
    writes: RequestWrites,
    run: (last: (tx: DbOrTx, value: T) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const { mark } = writes;
    let [endTurn, endWait] = [() => {}, () => {}];
    let [step, sent] = [0, false];
    let value: T | undefined;
    try {
      const done = await run(async (tx, made) => {
        value = made;
        endTurn = await writes.turn();
        step = writes.committed + 1;
        await mark?.put(tx, step);
        sent = true;
        endWait = writes.waits(timeoutMs);
        return made;
      });
      writes.committed = Math.max(writes.committed, step);
      return done;
    } catch (error) {
      if (!sent || !isOutage(error)) throw error;
      if (mark === null) throw new AppError(errorCode.outcomeUnknown, 'repeat.outcomeUnknown');
      const found = await until(() => outsideRequest(() => mark.read(db))).catch(() => {
        throw new AppError(errorCode.outcomeUnknown, 'repeat.outcomeUnknown');
      });
      if (found < step) throw error;
      writes.committed = step;
      return value as T;
    } finally {
      endWait();
      endTurn();
    }
  }

  db.transaction = (work, config) => {
    const writes = own();
    if (writes === undefined) return begin(work, config);
    const run = marked<unknown>(writes, (last) => begin(async (tx) => last(tx, await work(tx)), config));
    return run as Promise<never>;
  };

  async function writeSingle(writes: RequestWrites, args: unknown[]): Promise<unknown> {
    return marked<unknown>(writes, async (last) => {
      const client = await pool.connect();
      const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
      try {
        await query('begin');
        const result = await last(drizzle(client), await query(...args));
        await query('commit');
        return result;
      } catch (error) {
        await query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    });
  }
  pool.query = ((...args: unknown[]) => {
    const writes = own();
    const send = plain as (...all: unknown[]) => Promise<unknown>;
    if (writes === undefined || typeof args.at(-1) === 'function') return send(...args);
    if (isWrite(textOf(args[0]))) return writeSingle(writes, args);
    return send(...args).catch((error: unknown) => {
      if (writes.committed === 0 || !isOutage(error)) throw error;
      const endWait = writes.waits(timeoutMs);
      return until(() => send(...args)).finally(endWait);
    });
  }) as pg.Pool['query'];
  return { close: () => closing.abort() };
}
