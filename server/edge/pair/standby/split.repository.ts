import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import type { Split } from '../link/split.ts';

/** Most changes that are listed. */
const LISTED = 50;

/** Changes by persons since a time, epoch ms, from the audit log: their number, and the first ones. */
export async function changesSince(db: Db, since: number): Promise<Omit<Split, 'since'>> {
  const from = new Date(since).toISOString();
  const { rows } = await db.execute<{
    at: Date | string;
    account: string;
    action: string;
    entity: string;
    entity_id: number | null;
    name: string;
    count: string;
  }>(
    sql`select at, account_code as account, action, entity, entity_id,
          coalesce(after ->> 'name', before ->> 'name', '') as name, count(*) over () as count
        from audit where at >= ${from}::timestamptz and action not in ('login', 'logout', 'login_failed')
        order by id limit ${LISTED}`,
  );
  return {
    count: Number(rows[0]?.count ?? 0),
    changes: rows.map(({ count: _, at, ...row }) => ({
      ...row,
      at: Math.floor(new Date(at).getTime() / 1000),
    })),
  };
}
