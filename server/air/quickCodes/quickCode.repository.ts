import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import { type QuickCode, quickCodeEntity } from '../../../contract/entities/tasks/quickCode.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import { virtualCaster } from '../../site/casters/virtualCaster.table.ts';
import { terminalGroup } from '../../site/groups/group.table.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';
import type { Use } from '../../site/uses/used.ts';
import { scheduledTask } from '../schedule/schedule.table.ts';
import { quickCode } from './quickCode.table.ts';

/** A stored quick code; its zone is never null (the top zone stands for the whole site). */
export type QuickCodeRow = Row & QuickCode;

export const quickCodes = tableRepository<QuickCodeRow>(quickCode, {
  sortable: quickCodeEntity.sortable,
  searchable: quickCodeEntity.searchable,
  defaultSort: 'code',
  scope: 'org',
});

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

/** Quick codes that page terminals, or call them. */
export async function codesWithTerminals(db: DbOrTx, ids: readonly number[]): Promise<Use[]> {
  return codesUsing(
    db,
    ids,
    sql`
    select value::int as id from jsonb_array_elements_text(q.devices) union values (q.station)`,
  );
}

/** Quick codes that page groups. */
export async function codesWithGroups(db: DbOrTx, ids: readonly number[]): Promise<Use[]> {
  return codesUsing(db, ids, sql`select distinct value::int as id from jsonb_array_elements_text(q.groups)`);
}

/** Quick codes that page zones. */
export async function codesWithZones(db: DbOrTx, ids: readonly number[]): Promise<Use[]> {
  return codesUsing(db, ids, sql`select distinct value::int as id from jsonb_array_elements_text(q.orgs)`);
}

/** Quick codes that start saved tasks (`scheduled_task`), or call virtual casters. */
export async function codesWith(
  db: DbOrTx,
  column: 'scheduled_task' | 'virtual_caster',
  ids: readonly number[],
): Promise<Use[]> {
  return codesUsing(db, ids, sql`values (q.${sql.identifier(column)})`);
}

/** @param named query of the ids that the quick code `q` refers to */
async function codesUsing(db: DbOrTx, ids: readonly number[], named: SQL): Promise<Use[]> {
  const found = await db.execute<Use>(sql`
    select used.id, q.code || ' ' || q.name as user, q.org from quick_code q, lateral (${named}) used(id)
    where used.id = any(${sql.param([...ids])}::int[])
    order by q.code`);
  return found.rows;
}
