import { and, eq, gt, sql } from 'drizzle-orm';
import { idempotencyKeptMs } from '../../contract/idempotency.ts';
import type { Db, DbOrTx } from '../db/client.ts';
import { idempotencyKey as table } from '../db/schema.ts';

/** Status and body of an answer; the body is sealed with the key where it is kept. */
export interface Answer {
  status: number;
  body: string;
}

/** A request with its key. */
export interface NamedRequest {
  account: number;
  /** Method and pattern of the path. */
  route: string;
  /** SHA-256 of the key: what is sealed with it is not to be opened with what is stored. */
  key: string;
  /** HMAC of path, query and body, by the key. */
  fingerprint: string;
  /** Its key is in memory, and goes into the journal, so that it is known without the database. */
  isEmergency: boolean;
}

/** A run of a request, as it is stored. */
export interface Run extends NamedRequest {
  run: string;
  /** Seconds since 1970. */
  at: number;
}
/** A run with its answer; null: not known. */
export type AnsweredRun = Run & { answer: Answer | null };

const isKey = ({ account, route, key }: NamedRequest) =>
  and(eq(table.account_id, account), eq(table.route, route), eq(table.key_hash, key));

function runOf(row: typeof table.$inferSelect): AnsweredRun {
  const { account_id: account, key_hash: key, emergency: isEmergency, status, answer, ...rest } = row;
  const isKnown = status !== null && answer !== null;
  return { ...rest, account, key, isEmergency, answer: isKnown ? { status, body: answer } : null };
}

/** The run of a key since then, seconds. */
export async function find(db: Db, request: NamedRequest, since: number): Promise<AnsweredRun | undefined> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(isKey(request), gt(table.at, since)));
  return row && runOf(row);
}

/** Runs of emergency actions since then, seconds. */
export async function emergencies(db: Db, since: number): Promise<AnsweredRun[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.emergency, true), gt(table.at, since)));
  return rows.map(runOf);
}

/**
 * Stores a run with how far it has come and, if known, its answer. What is stored already is not taken back; a run that is
 * too old to count gives way. An account that was deleted has none.
 *
 * @returns the step that is stored; undefined: the key belongs to another run
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

/** The last step of a run that is committed, 0: none. Waits for a transaction that stores one and has not ended. */
export async function committed(db: Db, run: Run): Promise<number> {
  const none = new Error('nothing is to be stored');
  let step = 0;
  try {
    await db.transaction(async (tx) => {
      // In conflict with a row whose transaction has not ended, it waits for that.
      step = (await put(tx, run, 0)) ?? 0;
      throw none;
    });
  } catch (error) {
    if (error !== none) throw error;
  }
  return step;
}
