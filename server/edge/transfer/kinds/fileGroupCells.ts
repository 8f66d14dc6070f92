import { transfers } from '../../../../contract/api/transfer.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { may } from '../../../platform/http/access.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { InputRow } from '../columns.ts';
import { namedFileGroups } from '../names.repository.ts';
import type { Report } from '../report.ts';
import { type Names, namesOf } from './thingNames.ts';

/** Column and setting: the own group of files of a terminal, by its name in a file. */
const key = 'file_group';

/** Tells if the file of a kind has the column. */
export const hasFileGroup = (kind: TerminalKind): boolean =>
  transfers[kind].columns.some((column) => column.key === key);

/** Groups of music files that a caller sees, by name. Groups of the whole site are seen by all. */
export async function fileGroupNames(db: DbOrTx, caller: Caller): Promise<Names> {
  if (!may(caller, 'list_file_group')) return namesOf([]);
  const groups = await namedFileGroups(db);
  return namesOf(groups.filter(({ org }) => org === null || inScope(caller.scope, org)));
}

/** Cell of the setting; empty: none, or a group that the caller does not see. */
export const fileGroupCell = (names: Names, id: unknown): string =>
  typeof id === 'number' ? names.name(id) : '';

/** Reads the cell of a row into the setting; without the column the setting stays. */
export function readFileGroup(row: InputRow, names: Names, report: Report): Record<string, unknown> {
  const cell = row.get(key);
  if (cell === undefined) return {};
  if (cell === '') return { [key]: null };
  const id = names.id(cell);
  if (id == null)
    report.fault(row, key, id === null ? 'transfer.several' : 'transfer.noSuch', { value: cell });
  return typeof id === 'number' ? { [key]: id } : {};
}
