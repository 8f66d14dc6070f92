import type { TransferColumn } from '../../../contract/entities/declaration.ts';
import type { Dialogue } from '../../../contract/entities/terminals/dialogue.ts';
import type { FireInputSettings } from '../../../contract/entities/terminals/fireControlDevice.ts';
import { inScope } from '../../platform/live/scope.ts';
import { noAccount } from '../../site/casters/casterAccounts.ts';
import { yesNoCell } from './kinds/casters.transfer.ts';
import { fileGroupCell, fileGroupNames } from './kinds/fileGroupCells.ts';
import { foreignCell } from './kinds/foreignCells.ts';
import { inputCells, inputColumns } from './kinds/inputCells.ts';
import { cellOf } from './kinds/kindCells.ts';
import { phoneCells, telephoneNames } from './kinds/phoneCells.ts';
import { thingCells } from './kinds/thingCells.ts';
import { thingNames } from './kinds/thingNames.ts';
import { ownerCodes } from './ownerCodes.ts';
import type { ExportRequest, TransferDeps } from './transfer.types.ts';

/** Creates the function that writes the cell of a row, limited to what the caller may see. */
export async function cellWriter(
  deps: Pick<TransferDeps, 'db' | 'zones' | 'terminals' | 'groups' | 'schedule' | 'transferables'>,
  { kind, caller, lang }: Pick<ExportRequest, 'kind' | 'caller' | 'lang'>,
): Promise<(column: TransferColumn, row: Record<string, unknown>) => string> {
  const transferable = deps.transferables.get(kind);
  if (transferable !== undefined) {
    const cells = thingCells(kind, transferable.entity, await thingNames(deps, deps.db, caller), lang);
    const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
    return ({ key }, row) => {
      const cell = byColumn.get(key);
      return cell === undefined ? cellOf(row[key]) : cell.text(row[cell.field]);
    };
  }
  const fileGroups = kind === 'device' ? await fileGroupNames(deps.db, caller) : null;
  const telephones = kind === 'dialogue' ? await telephoneNames(deps.db, caller) : null;
  const owners = kind === 'caster' ? await ownerCodes(deps.db, caller) : new Map<number, string>();

  function zone(id: unknown) {
    if (typeof id !== 'number' || !inScope(caller.scope, id)) return undefined;
    return deps.zones.get(id);
  }

  const zoneCodes = (ids: readonly number[]) => ids.flatMap((id) => zone(id)?.code ?? []).join(' ');
  const account = (row: Record<string, unknown>) => deps.terminals.casters.get(Number(row.id)) ?? noAccount;

  function casterCode(id: number): string | readonly [] {
    const caster = deps.terminals.directory.byId(id);
    return caster !== undefined && inScope(caller.scope, caster.org) ? caster.row.code : [];
  }

  return function cell({ key }: TransferColumn, row: Record<string, unknown>): string {
    switch (key) {
      case 'zone':
        return zone(row.org)?.code ?? '';
      case 'zone_name':
        return zone(row.org)?.name ?? '';
      case 'parent':
        return zone(row.parent_id)?.code ?? '';
      case 'role':
        return String(row.role_code);
      case 'permissions':
        return (row.permissions as string[]).join(' ');
      case 'zones':
        return zoneCodes(row.groups as number[]);
      case 'reach':
        return zoneCodes(account(row).orgs);
      case 'owner':
        return owners.get(account(row).user_id ?? 0) ?? '';
      case 'casters':
        return (row.casters as number[]).flatMap(casterCode).join(' ');
      case 'file_group':
        return fileGroups === null ? '' : fileGroupCell(fileGroups, row.file_group);
      case 'foreign':
        return foreignCell(row);
      case 'telephone':
      case 'phone_number':
        return telephones === null ? '' : phoneCells(telephones, row.phone as Dialogue['phone'])[key];
      case 'all_zones':
        return yesNoCell(row.all_zones === true, lang);
      case 'disabled':
        return yesNoCell((kind === 'caster' ? account(row) : row).disabled === true, lang);
      default:
        return key in inputColumns
          ? inputCells(row.inputs as FireInputSettings[], lang)[key as keyof typeof inputColumns]
          : cellOf(row[key]);
    }
  };
}
