import { isPermissionKey } from '../../../../contract/api/permissions.ts';
import { roleEntity } from '../../../../contract/entities/site/role.ts';
import { lockAccounts, type RoleRow, roles } from '../../../site/accounts/account.repository.ts';
import { createRoleService } from '../../../site/accounts/role.routes.ts';
import type { InputRow } from '../columns.ts';
import { codesIn } from '../listCell.ts';
import type { Change } from '../report.ts';
import type { Importer } from '../transfer.types.ts';
import { takeNamedRows } from './namedRows.ts';

const { shape } = roleEntity.create;
type Given = Partial<Pick<RoleRow, 'name' | 'permissions'>>;

/**
 * Imports roles, identified by code; each through the same service as the API, so that callers cannot grant
 * or revoke permissions that they do not hold, in a savepoint of the one transaction.
 */
export const importRoles: Importer = async (deps, tx, run) => {
  const { report, caller, ip } = run;
  await lockAccounts(tx);
  const callers = { changed: () => {} };
  // Its transactions become savepoints of this one.
  const service = createRoleService({ ...deps, callers, db: tx });
  const { rows } = await roles.list(tx, caller.scope, { page: 1, limit: 1_000_000 });
  const known = new Map(rows.map((row) => [row.code, row]));
  await takeNamedRows<RoleRow, Given>(run, {
    column: 'code',
    rule: shape.code,
    rights: { create: 'create_role', edit: 'edit_role' },
    known: (code) => known.get(code),
    read,
    changesOf,
    create: (code, given) => service.create(caller, ip, { permissions: [], name: code, ...given, code }),
    patch: (old, given) => service.patch(caller, ip, old.id, given),
  });
  return async () => () => deps.callers.changed();

  /** Reads the fields of a row that differ from the stored ones; empty cells are ignored. */
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

/** Changes of a role: of the permissions, the removed and the added ones. */
function changesOf(old: RoleRow, { name, permissions }: Given): Change[] {
  const changes: Change[] = [];
  if (name !== undefined) changes.push({ column: 'name', before: old.name, after: name });
  if (permissions !== undefined) {
    const [less, more] = [without(old.permissions, permissions), without(permissions, old.permissions)];
    changes.push({ column: 'permissions', before: less && `\u2212 ${less}`, after: more && `+ ${more}` });
  }
  return changes;
}
