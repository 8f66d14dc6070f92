import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Rows of one statement: a log of years goes in small pieces, and holds nobody up. */
const CHUNK = 5_000;

/** The logs that are cleaned: the rows that are older than a time, epoch seconds. Nothing that still runs. */
const old = {
  online_log: (at: number) => sql`dropped_at < to_timestamp(${at})`,
  audit: (at: number) => sql`at < to_timestamp(${at})`,
  alarm: (at: number) => sql`ended_at < ${at}::bigint * 1000`,
  io_event: (at: number) => sql`at < ${at}::bigint * 1000`,
  idempotency_key: (at: number) => sql`at < to_timestamp(${at})`,
  signal_hour: (at: number) => sql`hour < ${Math.floor(at / 3600)}::int`,
} as const;
export type CleanedLog = keyof typeof old;

/** Deletes what a log holds from before `at`, epoch seconds; how many rows. */
export async function clean(db: Db, log: CleanedLog, at: number): Promise<number> {
  const table = sql.identifier(log);
  for (let all = 0; ; ) {
    const deleted = await db.transaction(async (tx) => {
      // The audit log lets nobody delete who does not say so (migration `audit_retention`).
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
