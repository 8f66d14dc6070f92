import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type QuickCode, quickCodeEntity } from '../../contract/entities/quickCode.ts';
import type { DbOrTx } from '../db/client.ts';
import { quickCode, scheduledTask, terminal, terminalGroup, virtualCaster } from '../db/schema.ts';
import { type Row, tableRepository } from '../db/tableRepository.ts';
import type { Use, User } from '../shelf/used.ts';

/** A stored quick code; its zone is never null (the top zone stands for the whole site). */
export type QuickCodeRow = Row & QuickCode;

export const quickCodes = tableRepository<QuickCodeRow>(quickCode, {
  sortable: quickCodeEntity.sortable,
  searchable: quickCodeEntity.searchable,
  defaultSort: 'code',
  scope: 'org',
});

export async function all(db: DbOrTx): Promise<QuickCodeRow[]> {
  return (await db.select().from(quickCode).orderBy(asc(quickCode.id))) as QuickCodeRow[];
}

/** Locks the rows that a quick code refers to until the transaction ends; false if one is gone. */
export async function hold(
  tx: DbOrTx,
  named: Pick<QuickCode, 'devices' | 'groups' | 'station' | 'virtual_caster' | 'scheduled_task'>,
): Promise<boolean> {
  const few = (id: number | null) => (id === null ? [] : [id]);
  const wanted = [
    [terminal, [...new Set([...named.devices, ...few(named.station)])]],
    [terminalGroup, [...new Set(named.groups)]],
    [virtualCaster, few(named.virtual_caster)],
    [scheduledTask, few(named.scheduled_task)],
  ] as const;
  for (const [table, ids] of wanted) {
    if (ids.length === 0) continue;
    const held = await tx
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, ids))
      .orderBy(asc(table.id))
      .for('share');
    if (held.length < ids.length) return false;
  }
  return true;
}

const text = sql<string>`${quickCode.code} || ' ' || ${quickCode.name}`;

/** Quick codes that page terminals, or call them. */
export async function codesWithTerminals(db: DbOrTx, ids: readonly number[]): Promise<Use[]> {
  const found = await db.execute<Use>(sql`
    select used.id, q.code || ' ' || q.name as user, q.org from quick_code q, lateral (
      select value::int as id from jsonb_array_elements_text(q.devices)
      union values (q.station)) used
    where used.id = any(${sql.param([...ids])}::int[])
    order by q.code`);
  return found.rows;
}

function codesWhere(db: DbOrTx, where: ReturnType<typeof eq>): Promise<User[]> {
  return db
    .select({ name: text, org: quickCode.org })
    .from(quickCode)
    .where(where)
    .orderBy(asc(quickCode.code));
}

/** Quick codes that start a saved task. */
export const codesWithTask = (db: DbOrTx, id: number) => codesWhere(db, eq(quickCode.scheduled_task, id));

/** Quick codes that call a virtual caster. */
export const codesWithVirtual = (db: DbOrTx, id: number) => codesWhere(db, eq(quickCode.virtual_caster, id));

/** Quick codes that page a group. */
export const codesWithGroup = (db: DbOrTx, id: number) =>
  codesWhere(db, sql`${quickCode.groups} @> ${JSON.stringify([id])}::jsonb`);
