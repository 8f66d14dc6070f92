import { and, asc, inArray, isNull, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '../../../platform/db/client.ts';
import type { Scope } from '../../../platform/live/scope.ts';
import { terminalGroup } from '../../../site/groups/group.table.ts';
import { file, fileGroup } from '../../../sound/files/file.table.ts';
import { radio } from '../../../sound/radio/radio.table.ts';
import { presetText } from '../../../sound/texts/presetText.table.ts';

/** Tables of what a plan file refers to by name. */
const tables = {
  file: { table: file, id: file.id, name: file.name, org: file.org },
  file_group: { table: fileGroup, id: fileGroup.id, name: fileGroup.name, org: fileGroup.org },
  preset_text: { table: presetText, id: presetText.id, name: presetText.name, org: presetText.org },
  radio: { table: radio, id: radio.id, name: radio.name, org: radio.org },
  group: { table: terminalGroup, id: terminalGroup.id, name: terminalGroup.name },
} as const satisfies Record<string, { table: PgTable; id: PgColumn; name: PgColumn; org?: PgColumn }>;
export type NamedKind = keyof typeof tables;

/**
 * Condition of visibility: of the whole site, or of a zone of the scope. Groups have no owner: who sees their
 * members sees them (`Groups.isVisible`), which the caller checks.
 */
function seenBy(scope: Scope, org: PgColumn | null) {
  return org === null || scope.all === true ? undefined : or(isNull(org), inArray(org, [...scope.ids]));
}

/** Names by id, of the rows visible to a scope. */
export async function namesOf(
  db: DbOrTx,
  kind: NamedKind,
  ids: readonly number[],
  scope: Scope,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { table, id, name, org } = { org: null, ...tables[kind] };
  const rows = await db
    .select({ id, name })
    .from(table)
    .where(and(inArray(id, [...new Set(ids)]), seenBy(scope, org)));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Ids by name, of the rows visible to a scope; of several with the same name the oldest. */
export async function idsOf(
  db: DbOrTx,
  kind: NamedKind,
  names: readonly string[],
  scope: Scope,
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const { table, id, name, org } = { org: null, ...tables[kind] };
  const rows = await db
    .select({ id, name })
    .from(table)
    .where(and(inArray(name, [...new Set(names)]), seenBy(scope, org)))
    .orderBy(asc(id));
  return new Map(rows.reverse().map((row) => [row.name, row.id]));
}
