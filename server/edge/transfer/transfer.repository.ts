import { asc, eq, sql } from 'drizzle-orm';
import { quickCode } from '../../air/quickCodes/quickCode.table.ts';
import type { DbOrTx, Tx } from '../../platform/db/client.ts';
import { inParts } from '../../platform/process/inParts.ts';
import { virtualCaster } from '../../site/casters/virtualCaster.table.ts';
import {
  insertMany,
  type NewTerminal,
  type TerminalRow,
  terminalsById,
} from '../../site/terminals/terminal.repository.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';
import type { PartitionRow } from '../../site/zones/zones.repository.ts';
import { partition } from '../../site/zones/zones.table.ts';

/** Rows per statement with a parameter for each value: building such a statement dominates the time. */
const WRITTEN = 40;

const texts = (values: readonly string[]) => sql`any(${sql.param([...values])}::text[])`;
const numbers = (values: readonly number[]) => sql`any(${sql.param([...values])}::int[])`;

/** Terminals of these codes, of every zone, under locks that do not block broadcasts. */
export async function terminalsByCode(tx: Tx, codes: readonly string[]): Promise<TerminalRow[]> {
  const locked = await tx
    .select({ id: terminal.id })
    .from(terminal)
    .where(sql`${terminal.code} = ${texts(codes)}`)
    .orderBy(asc(terminal.id))
    .for('no key update');
  return terminalsById(
    tx,
    locked.map(({ id }) => id),
  );
}

/** Id of a holder that is no terminal. */
const NO_TERMINAL = -1;

/** Holders of these quick numbers, in every zone, virtual casters and quick codes included. */
export async function callNumbers(tx: DbOrTx, wanted: readonly string[]) {
  const ofTerminals = tx
    .select({ id: terminal.id, value: terminal.call_number })
    .from(terminal)
    .where(sql`${terminal.call_number} <> '' and ${terminal.call_number} = ${texts(wanted)}`);
  const ofVirtual = tx
    .select({ id: sql<number>`${NO_TERMINAL}::int`, value: virtualCaster.call_number })
    .from(virtualCaster)
    .where(sql`${virtualCaster.call_number} = ${texts(wanted)}`);
  return [...(await ofTerminals), ...(await ofVirtual), ...(await quickCodesOf(tx, wanted))];
}

/** Finds the quick codes among these numbers, in every zone. */
function quickCodesOf(tx: DbOrTx, wanted: readonly string[]) {
  return tx
    .select({ id: sql<number>`${NO_TERMINAL}::int`, value: quickCode.code })
    .from(quickCode)
    .where(sql`${quickCode.code} = ${texts(wanted)}`);
}

/** Holders of these dialogue codes, in every zone. */
export async function dialogueCodes(tx: DbOrTx, wanted: readonly string[]) {
  const value = sql<string>`${terminal.details} ->> 'dialogue_code'`;
  const ofTerminals = await tx
    .select({ id: terminal.id, value })
    .from(terminal)
    .where(sql`${terminal.kind} = 'dialogue' and ${value} <> '' and ${value} = ${texts(wanted)}`);
  return [...ofTerminals, ...(await quickCodesOf(tx, wanted))];
}

export type TerminalChange = Pick<
  TerminalRow,
  | 'id'
  | 'name'
  | 'dev_name2'
  | 'org'
  | 'ao_volume'
  | 'ai_volume'
  | 'call_number'
  | 'details'
  | 'foreign_secret'
>;

/** Writes these rows and increments their revisions. Numbers and codes may be swapped among them. */
export async function updateTerminals(tx: Tx, rows: readonly TerminalChange[]): Promise<TerminalRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  await tx.execute(
    sql`update terminal set call_number = '' where id = ${numbers(ids)} and call_number <> ''`,
  );
  await tx.execute(
    sql`update terminal set details = details - 'dialogue_code' where id = ${numbers(ids)} and kind = 'dialogue'`,
  );
  for await (const part of inParts(rows))
    await tx.execute(sql`
    update terminal t set name = r.name, dev_name2 = r.dev_name2, org = r.org, ao_volume = r.ao_volume,
      ai_volume = r.ai_volume, call_number = r.call_number, details = r.details,
      foreign_secret = r.foreign_secret, rev = t.rev + 1
    from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r(id int, name text, dev_name2 text, org int,
      ao_volume smallint, ai_volume smallint, call_number text, details jsonb, foreign_secret text)
    where t.id = r.id`);
  return terminalsById(tx, ids);
}

/** Invalidates the secrets of these terminals. */
export async function voidSecrets(tx: Tx, ids: readonly number[], secret_hash: () => string): Promise<void> {
  for (const id of ids)
    await tx.update(terminal).set({ secret_hash: secret_hash() }).where(eq(terminal.id, id));
}

export async function insertTerminals(tx: Tx, rows: readonly NewTerminal[]): Promise<TerminalRow[]> {
  const made: TerminalRow[] = [];
  for await (const part of inParts(rows, WRITTEN)) made.push(...(await insertMany(tx, part)));
  return made;
}

export type NewZone = typeof partition.$inferInsert;

/** Locks every zone, with its password hash. */
export async function lockZones(tx: Tx): Promise<PartitionRow[]> {
  return tx.select().from(partition).orderBy(asc(partition.id)).for('update');
}

export async function insertZones(tx: Tx, rows: readonly NewZone[]): Promise<{ id: number; code: string }[]> {
  const made: { id: number; code: string }[] = [];
  for await (const part of inParts(rows, WRITTEN))
    made.push(
      ...(await tx.insert(partition).values(part).returning({ id: partition.id, code: partition.code })),
    );
  return made;
}

export type ZoneChange = Pick<PartitionRow, 'id' | 'name' | 'parent_id' | 'password_hash'>;

export async function updateZones(tx: Tx, rows: readonly ZoneChange[]): Promise<void> {
  for await (const part of inParts(rows))
    await tx.execute(sql`
    update partition p set name = r.name, parent_id = r.parent_id, password_hash = r.password_hash, rev = p.rev + 1
    from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r(id int, name text, parent_id int,
      password_hash text)
    where p.id = r.id`);
}
