import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { virtualCasterEntity } from '../../../contract/entities/terminals/virtualCaster.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, type TableRepository, tableRepository } from '../../platform/db/tableRepository.ts';
import { terminal } from '../terminals/terminal.table.ts';
import { virtualCaster, virtualCasterMember } from './virtualCaster.table.ts';

export type VirtualRow = Row & typeof virtualCaster.$inferSelect & { casters: number[] };

const members = sql<number[]>`coalesce((
  select json_agg(m.terminal_id order by m.position)
  from virtual_caster_member m where m.virtual_caster_id = virtual_caster.id), '[]'::json)`;

/** Reads all virtual casters with their members in order, or one. */
export async function stored(db: DbOrTx, id?: number): Promise<VirtualRow[]> {
  const { id: key, name, call_number, ring, rev, created_at } = virtualCaster;
  return db
    .select({ id: key, name, call_number, ring, rev, created_at, casters: members })
    .from(virtualCaster)
    .where(id === undefined ? undefined : eq(key, id))
    .orderBy(asc(key));
}

/** Finds which of these ids are casters, with their zones. */
export async function zonesOf(tx: DbOrTx, ids: readonly number[]) {
  return tx
    .select({ id: terminal.id, org: terminal.org })
    .from(terminal)
    .where(and(inArray(terminal.id, [...ids]), eq(terminal.kind, 'caster')));
}

async function write(tx: DbOrTx, id: number, casters: readonly number[] | undefined): Promise<void> {
  if (casters === undefined) return;
  await tx.delete(virtualCasterMember).where(eq(virtualCasterMember.virtual_caster_id, id));
  await tx
    .insert(virtualCasterMember)
    .values(casters.map((terminal_id, position) => ({ virtual_caster_id: id, terminal_id, position })));
}

/** Visible to those who see a member; without members (their casters are gone) to all. */
const table = tableRepository<VirtualRow>(virtualCaster, {
  sortable: virtualCasterEntity.sortable,
  searchable: virtualCasterEntity.searchable,
  defaultSort: 'name',
  scope: (zones) => sql`(virtual_caster.id in (
      select m.virtual_caster_id from virtual_caster_member m join terminal t on t.id = m.terminal_id
      where t.org = any(${sql.param([...zones])}::int[]))
    or not exists (select 1 from virtual_caster_member m where m.virtual_caster_id = virtual_caster.id))`,
});

async function whole(db: DbOrTx, row: VirtualRow | undefined): Promise<VirtualRow | undefined> {
  return row === undefined ? undefined : (await stored(db, row.id))[0];
}

/** Repository of virtual casters; written values may have `casters`, the ids of the members. */
export const virtualCasters: TableRepository<VirtualRow> = {
  ...table,
  async list(db, ...rest) {
    const page = await table.list(db, ...rest);
    const all = new Map((await stored(db)).map((row) => [row.id, row]));
    return { ...page, rows: page.rows.map((row) => all.get(row.id) ?? { ...row, casters: [] }) };
  },
  async after(db, ...rest) {
    const rows = await table.after(db, ...rest);
    const all = new Map((await stored(db)).map((row) => [row.id, row]));
    return rows.map((row) => all.get(row.id) ?? { ...row, casters: [] });
  },
  get: async (db, scope, id) => whole(db, await table.get(db, scope, id)),
  lock: async (tx, scope, id) => whole(tx, await table.lock(tx, scope, id)),
  async insert(tx, { casters, ...values }) {
    const row = await table.insert(tx, values);
    await write(tx, row.id, casters as number[]);
    return { ...row, casters: casters as number[] };
  },
  async update(tx, id, { casters, ...values }) {
    await write(tx, id, casters as number[] | undefined);
    const row = await table.update(tx, id, values);
    return (await stored(tx, row.id))[0] ?? row;
  },
};
