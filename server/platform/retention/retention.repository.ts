import { sql } from 'drizzle-orm';
import { MINUTES_KEPT_S, TERMINAL_KEPT_S } from '../../../contract/entities/site/history.ts';
import type { Db } from '../db/client.ts';

/** Rows per statement: a log of years is deleted in small pieces, without long locks. */
const CHUNK = 5_000;

/** Conditions of expired rows per log, for a time in epoch seconds. Running entries never match. */
const old = {
  online_log: (at: number) => sql`dropped_at < to_timestamp(${at})`,
  audit: (at: number) => sql`at < to_timestamp(${at})`,
  alarm: (at: number) => sql`ended_at < ${at}::bigint * 1000`,
  io_event: (at: number) => sql`at < ${at}::bigint * 1000`,
  idempotency_key: (at: number) => sql`at < to_timestamp(${at})`,
  signal_hour: (at: number) => sql`hour < ${Math.floor(at / 3600)}::int`,
  history_hour: (at: number) => sql`slot < ${Math.floor(at / 3600)}::int`,
  // Terminals (subject 0) are kept for a day, the others for a week; `at` is the present here.
  history_minute: (
    at: number,
  ) => sql`slot < case subject when 0 then ${Math.floor((at - TERMINAL_KEPT_S) / 60)}::int
    else ${Math.floor((at - MINUTES_KEPT_S) / 60)}::int end`,
} as const;
export type CleanedLog = keyof typeof old;

/** Deletes rows of a log from before `at`, epoch seconds; returns their number. */
export async function clean(db: Db, log: CleanedLog, at: number): Promise<number> {
  const table = sql.identifier(log);
  for (let all = 0; ; ) {
    const deleted = await db.transaction(async (tx) => {
      // The audit log refuses deletions without this setting (migration `audit_retention`).
      await tx.execute(sql`select set_config('tocsin.cleaning', ${log}, true)`);
      const { rowCount } = await tx.execute(
        sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${old[log](at)} limit ${CHUNK}))`,
      );
      return rowCount ?? 0;
    });
    all += deleted;
    if (deleted < CHUNK) return all;
  }
}
