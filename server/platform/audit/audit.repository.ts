import { and, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { KeyPage } from '../../../contract/api/envelope.ts';
import type { AuditQuery, AuditRow } from '../../../contract/entities/site/audit.ts';
import { account } from '../auth/account.table.ts';
import type { DbOrTx } from '../db/client.ts';
import { holdsPlainly, searchedPage, windowById } from '../db/searchText.ts';
import { inParts } from '../process/inParts.ts';
import { audit } from './audit.table.ts';

/** @param at ISO 8601; null: now */
type NewEntry = Required<Omit<typeof audit.$inferInsert, 'id' | 'at'>> & { at: string | null };

/**
 * Inserts entries. Each chunk is one JSON parameter: a statement with a parameter per value takes far longer to build than to
 * send.
 */
export async function insert(tx: DbOrTx, rows: readonly NewEntry[]): Promise<void> {
  for await (const part of inParts(rows))
    await tx.execute(sql`
      insert into audit (at, account_id, account_code, client_ip, action, entity, entity_id, before, after)
      select coalesce(at, now()), account_id, account_code, client_ip, action, entity, entity_id, before, after
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r(at timestamptz, account_id int, account_code text, client_ip text,
        action text, entity text, entity_id int, before jsonb, after jsonb)`);
}

const columns = {
  id: audit.id,
  at: sql<number>`floor(extract(epoch from ${audit.at}))::float8`,
  account_id: audit.account_id,
  account_code: audit.account_code,
  client_ip: audit.client_ip,
  action: audit.action,
  entity: audit.entity,
  entity_id: audit.entity_id,
  before: audit.before,
  after: audit.after,
};

/**
 * Reads a page of the log, newest first.
 * @param within condition on the accounts whose entries are listed; undefined: all
 * @param withheld fields that the reader may not see; the search ignores their values too
 */
export async function list(
  db: DbOrTx,
  within: SQL | undefined,
  query: AuditQuery,
  withheld: readonly string[],
): Promise<KeyPage<AuditRow>> {
  const { before, limit, from, to, account_code, entity, entity_id, action, q } = query;
  // By ids, so that the planner knows if they are few (index by account) or many (newest rows first).
  const writers =
    within && (await db.select({ id: account.id }).from(account).where(within)).map(({ id }) => id);
  if (writers?.length === 0) return { rows: [], next: null };
  const conditions = [
    before === undefined ? undefined : lt(audit.id, before),
    writers && inArray(audit.account_id, writers),
    from === undefined ? undefined : gte(audit.at, new Date(from * 1000)),
    to === undefined ? undefined : lte(audit.at, new Date(to * 1000 + 999)),
    account_code === undefined ? undefined : eq(audit.account_code, account_code),
    entity === undefined ? undefined : eq(audit.entity, entity),
    entity_id === undefined ? undefined : eq(audit.entity_id, entity_id),
    action === undefined ? undefined : eq(audit.action, action),
  ];
  const seen = (values: PgColumn) => sql`(${values} - ${sql.param([...withheld])}::text[])::text`;
  if (withheld.length > 0)
    conditions.push(holdsPlainly([seen(audit.before), seen(audit.after), audit.account_code], q));
  const texts = [sql`${audit.before}::text`, sql`${audit.after}::text`, audit.account_code];
  const rows = await searchedPage({ recent: windowById(audit.id, before), texts, q }, limit, (searched) =>
    db
      .select(columns)
      .from(audit)
      .where(and(...conditions, searched))
      .orderBy(desc(audit.id))
      .limit(limit + 1),
  );
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
