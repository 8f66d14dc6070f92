import { and, eq, gt, sql } from 'drizzle-orm';
import { idempotencyKeptMs } from '../../../contract/api/idempotency.ts';
import type { Db, DbOrTx } from '../db/client.ts';
import { idempotencyKey as table } from './key.table.ts';

/** Status and body of a response; where it is stored, the body is encrypted with the key. */
export interface Answer {
  status: number;
  body: string;
  /** True for the stored response of an earlier execution. */
  isRepeat?: true;
}

/** A request with an idempotency key. */
export interface NamedRequest {
  account: number;
  /** Method and pattern of the path. */
  route: string;
  /** SHA-256 of the key: the key itself encrypts the stored response, so it is not stored. */
  key: string;
  /** HMAC of path, query and body with the key. */
  fingerprint: string;
  /**
   * True for emergency actions: the key is held in memory and in the journal, so that it is known without the
   * database.
   */
  isEmergency: boolean;
}

/** One execution of a request, as it is stored. */
export interface Run extends NamedRequest {
  run: string;
  /** Seconds since 1970. */
  at: number;
}
/** An execution with its response; null: unknown. */
export type AnsweredRun = Run & { answer: Answer | null };

const isKey = ({ account, route, key }: NamedRequest) =>
  and(eq(table.account_id, account), eq(table.route, route), eq(table.key_hash, key));

function runOf(row: typeof table.$inferSelect): AnsweredRun {
  const { account_id: account, key_hash: key, emergency: isEmergency, status, answer, ...rest } = row;
  const isKnown = status !== null && answer !== null;
  return { ...rest, account, key, isEmergency, answer: isKnown ? { status, body: answer } : null };
}

/** Finds the execution of a key since a time, epoch seconds. */
export async function find(db: Db, request: NamedRequest, since: number): Promise<AnsweredRun | undefined> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(isKey(request), gt(table.at, since)));
  return row && runOf(row);
}

/** Finds the executions of emergency actions since a time, epoch seconds. */
export async function emergencies(db: Db, since: number): Promise<AnsweredRun[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.emergency, true), gt(table.at, since)));
  return rows.map(runOf);
}

/**
 * Stores an execution with its last committed step and, if known, its response. Stored steps and responses
 * are not taken back; an execution older than the retention time is replaced. For a deleted account nothing
 * is stored.
 *
 * @returns the stored step; undefined: the key belongs to another execution
 */
export async function put(
  db: DbOrTx,
  { account, route, key, fingerprint, run, at, isEmergency }: Run,
  step: number,
  answer: Answer | null = null,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ step: number }>(sql`
    insert into idempotency_key as k
      (account_id, route, key_hash, fingerprint, run, step, emergency, status, answer, at)
    select id, ${route}, ${key}, ${fingerprint}, ${run}::uuid, ${step}::int, ${isEmergency}::boolean,
      ${answer?.status ?? null}::smallint, ${answer?.body ?? null}::text, to_timestamp(${at})
    from account where id = ${account}
    on conflict (account_id, route, key_hash) do update set
      run = excluded.run, fingerprint = excluded.fingerprint, at = excluded.at,
      step = case when k.run = excluded.run then greatest(k.step, excluded.step) else excluded.step end,
      status = case when k.run = excluded.run then coalesce(excluded.status, k.status) else excluded.status end,
      answer = case when k.run = excluded.run then coalesce(excluded.answer, k.answer) else excluded.answer end
    where k.run = excluded.run or k.at <= excluded.at - ${idempotencyKeptMs / 1000} * interval '1 second'
    returning step`);
  return rows[0]?.step;
}

/**
 * Last committed step of an execution, 0: none. Waits for a transaction that stores one and has not ended.
 */
export async function committed(db: Db, run: Run): Promise<number> {
  const none = new Error('nothing is to be stored');
  let step = 0;
  try {
    await db.transaction(async (tx) => {
      // On conflict with a row of an open transaction the insert waits for that transaction.
      step = (await put(tx, run, 0)) ?? 0;
      throw none;
    });
  } catch (error) {
    if (error !== none) throw error;
  }
  return step;
}
