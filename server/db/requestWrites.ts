import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { Db, DbOrTx } from './client.ts';
import { isOutage } from './queryErrors.ts';

/** Waits before a database that is away is asked again, ms; the last one counts on. */
const RETRY_MS = [50, 100, 200, 400, 800];

/** A mark in the transactions of a request: it tells later which of them were committed. */
export interface Mark {
  /** Notes in a transaction that it is the request's `step`th. */
  put(tx: DbOrTx, step: number): Promise<void>;
  /** The last step that is committed, 0 for none. Waits for a transaction that has not ended. */
  read(db: Db): Promise<number>;
}

/** Note of the journal on a request: `S` is its subject. */
export interface JournalMark<S = string, K = unknown> {
  /** Noted with what the request does first. */
  readonly key: K;
  /** The subject with which it was noted; null: not yet. */
  of: S | null;
}

/** Writes of a request so far. */
export class RequestWrites {
  /** Transactions that are committed. */
  committed = 0;
  /** The request has ended: what it started and left running is none of its own. */
  isOver = false;
  readonly mark: Mark | null;
  readonly journal: JournalMark | null;
  /** Resolves when it is to be answered though it waits for the database. */
  readonly overdue: Promise<void>;
  #last: Promise<void> = Promise.resolve();
  readonly #late = Promise.withResolvers<void>();

  /** @param mark null: whether something was committed cannot be told later */
  constructor(mark: Mark | null, journal: JournalMark | null = null) {
    this.mark = mark;
    this.journal = journal;
    this.overdue = this.#late.promise;
  }

  /** The turn to commit: one after the other, so that steps are counted in the order of the commits. Returns its end. */
  async turn(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }

  /** Begins a wait for the database. Returns its end. */
  waits(patienceMs: number): () => void {
    const timer = setTimeout(this.#late.resolve, patienceMs);
    return () => clearTimeout(timer);
  }
}

const current = new AsyncLocalStorage<RequestWrites>();
function own(): RequestWrites | undefined {
  const writes = current.getStore();
  return writes === undefined || writes.isOver ? undefined : writes;
}

/** Note that the journal takes once of the request that this is done in; null: nothing, or no request. */
export const journalMark = (): JournalMark | null => own()?.journal ?? null;

/** Runs the work of a request: all it writes is marked. */
export const inRequest = <T>(writes: RequestWrites, work: () => Promise<T>): Promise<T> =>
  current.run(writes, work);

/** Runs what goes on beside the request that happens to start it, such as a writer of many requests' rows. */
export const outsideRequest = <T>(work: () => T): T => current.exit(work);

/** `for update` only reads. */
const isWrite = (text: string) =>
  /\b(insert into|delete from|merge into)\b|(?<!for |no key |")\bupdate\s/i.test(text);
const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String((query as { text?: unknown })?.text ?? '');

/**
 * Marks what requests write through a pool, and finds out what became of a commit whose answer was lost with the
 * connection: the request goes on as it would have, or fails as if nothing had happened. Reads of a request that has
 * committed are repeated until the database answers, since a failure would look like a refusal.
 *
 * @param patienceMs a commit without an answer is overdue after it
 */
export function markRequests(db: Db, patienceMs: number): { close(): void } {
  const pool = db.$client;
  const [begin, plain] = [db.transaction.bind(db), pool.query.bind(pool)];
  const closing = new AbortController();

  const pause = (turn: number) =>
    wait(RETRY_MS[Math.min(turn, RETRY_MS.length - 1)], undefined, { signal: closing.signal, ref: false });
  async function until<T>(ask: () => Promise<T>): Promise<T> {
    for (let turn = 0; ; turn++) {
      try {
        return await ask();
      } catch (error) {
        if (!isOutage(error) || closing.signal.aborted) throw error;
      }
      await pause(turn);
    }
  }

  /** `run` gets what is to be done last before the commit. */
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
        endWait = writes.waits(patienceMs);
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

  async function alone(writes: RequestWrites, args: unknown[]): Promise<unknown> {
    return marked<unknown>(writes, async (last) => {
      const client = await pool.connect();
      const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
      try {
        await query('begin');
        const result = await last(drizzle(client) as unknown as DbOrTx, await query(...args));
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
    const ask = plain as (...all: unknown[]) => Promise<unknown>;
    if (writes === undefined || typeof args.at(-1) === 'function') return ask(...args);
    if (isWrite(textOf(args[0]))) return alone(writes, args);
    return ask(...args).catch((error: unknown) => {
      if (writes.committed === 0 || !isOutage(error)) throw error;
      const endWait = writes.waits(patienceMs);
      return until(() => ask(...args)).finally(endWait);
    });
  }) as pg.Pool['query'];
  return { close: () => closing.abort() };
}
