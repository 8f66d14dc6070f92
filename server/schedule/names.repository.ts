import { asc, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '../db/client.ts';
import { file, fileGroup, presetText, radio, terminalGroup } from '../db/schema.ts';

/** What a plan's file names by name, and where it is kept. */
const tables = {
  file: { table: file, id: file.id, name: file.name },
  file_group: { table: fileGroup, id: fileGroup.id, name: fileGroup.name },
  preset_text: { table: presetText, id: presetText.id, name: presetText.name },
  radio: { table: radio, id: radio.id, name: radio.name },
  group: { table: terminalGroup, id: terminalGroup.id, name: terminalGroup.name },
} as const satisfies Record<string, { table: PgTable; id: PgColumn; name: PgColumn }>;
export type NamedKind = keyof typeof tables;

/** Names by id. */
export async function namesOf(
  db: DbOrTx,
  kind: NamedKind,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { table, id, name } = tables[kind];
  const rows = await db
    .select({ id, name })
    .from(table)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Ids by name; of several with the same name the oldest. */
export async function idsOf(
  db: DbOrTx,
  kind: NamedKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const { table, id, name } = tables[kind];
  const rows = await db
    .select({ id, name })
    .from(table)
    .where(inArray(name, [...new Set(names)]))
    .orderBy(asc(id));
  return new Map(rows.reverse().map((row) => [row.name, row.id]));
}
