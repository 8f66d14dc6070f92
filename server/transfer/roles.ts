import { roleEntity } from '../../contract/entities/role.ts';
import { AppError } from '../../contract/errors.ts';
import { isPermissionKey } from '../../contract/permissions.ts';
import { lockAccounts, type RoleRow, roles } from '../accounts/account.repository.ts';
import { createRoleService } from '../accounts/role.routes.ts';
import type { Db } from '../db/client.ts';
import { may } from '../http/access.ts';
import type { InputRow } from './columns.ts';
import { codesIn } from './listCell.ts';
import type { Change } from './report.ts';
import type { Importer } from './types.ts';

const { shape } = roleEntity.create;
type Given = Partial<Pick<RoleRow, 'name' | 'permissions'>>;

/**
 * Roles, recognised by their codes; each through the service of the screens, so that nobody gives or takes what they do
 * not hold, in a savepoint of the one transaction.
 */
export const importRoles: Importer = async (deps, tx, run) => {
  const { table, report, caller, ip } = run;
  await lockAccounts(tx);
  const callers = { changed: () => {} };
  // Its transactions are savepoints of this one.
  const service = createRoleService({ ...deps, callers, db: tx as unknown as Db });
  const { rows } = await roles.list(tx, caller.scope, { page: 1, limit: 1_000_000 });
  const known = new Map(rows.map((row) => [row.code, row]));
  for (const row of table.rows) await take(row);
  return async () => () => deps.callers.changed();

  async function take(row: InputRow): Promise<void> {
    const code = report.read(row, 'code', shape.code, row.get('code') ?? '');
    if (code === undefined || !report.isFirst(row, 'code', code)) return;
    const old = known.get(code);
    const given = read(row, old);
    if (report.isBad(row)) return;
    const changes = old === undefined ? null : changesOf(old, given);
    const name = given.name ?? old?.name ?? code;
    if (changes?.length === 0) return report.outcome(row, code, name, changes);
    if (!may(caller, old === undefined ? 'create_role' : 'edit_role'))
      return report.fault(row, '', old === undefined ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
    try {
      if (old === undefined) await service.create(caller, ip, { permissions: [], ...given, name, code });
      else await service.patch(caller, ip, old.id, given);
      report.outcome(row, code, name, changes);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report.failure(row, error);
    }
  }

  /** The fields that a row gives, as far as they differ from those that are there; an empty cell gives nothing. */
  function read(row: InputRow, old: RoleRow | undefined): Given {
    const given: Given = {};
    const text = row.get('name') ?? '';
    const name = text === '' || text === old?.name ? undefined : report.read(row, 'name', shape.name, text);
    if (name !== undefined) given.name = name;
    const keys = codesIn(row.get('permissions') ?? '');
    for (const value of keys)
      if (!isPermissionKey(value)) report.fault(row, 'permissions', 'transfer.noSuch', { value });
    const isSame =
      old !== undefined && keys.length === old.permissions.length && without(keys, old.permissions) === '';
    if (keys.length > 0 && !isSame) given.permissions = keys;
    return given;
  }
};

const without = (keys: readonly string[], others: readonly string[]) =>
  keys.filter((key) => !others.includes(key)).join(' ');

/** Of the permissions, those that are taken away and those that are added. */
function changesOf(old: RoleRow, { name, permissions }: Given): Change[] {
  const changes: Change[] = [];
  if (name !== undefined) changes.push({ column: 'name', before: old.name, after: name });
  if (permissions !== undefined) {
    const [less, more] = [without(old.permissions, permissions), without(permissions, old.permissions)];
    changes.push({ column: 'permissions', before: less && `\u2212 ${less}`, after: more && `+ ${more}` });
  }
  return changes;
}
