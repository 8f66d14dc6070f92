import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DbOrTx } from './client.ts';

/** Totals are exact up to this number; beyond it they are an estimate of the planner. */
export const EXACT_TOTAL = 10_000;

/** Counts the rows that fulfil a condition; beyond `EXACT_TOTAL` an estimate, and marked as such. */
export async function totalOf(
  db: DbOrTx,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; estimated?: boolean }> {
  const limited = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(EXACT_TOTAL + 1);
  const counted = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${limited}) t`);
  const n = counted.rows[0]?.n ?? 0;
  if (n <= EXACT_TOTAL) return { total: n };
  const plan = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${db.select({ one: sql`1` }).from(table).where(where)}`,
  );
  const rows = plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? n;
  return { total: Math.max(n, rows), estimated: true };
}
