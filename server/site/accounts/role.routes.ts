import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { roleEntity } from '../../../contract/entities/site/role.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import { type CrudDeps, crudService } from '../../platform/crud/crud.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import { lockAccounts, type RoleRow, roles, usersWithin } from './account.repository.ts';
import { changedKeys, checkAdministratorLeft, checkGrant } from './permissionChecks.ts';

type RoleDeps = CrudDeps & { callers: Pick<Callers, 'changed'> };

/**
 * Service of roles, which are sets of permissions. Roles belong to the whole site, and so do their permission
 * keys (contract/api/siteWide.ts); a caller adds and removes only keys that it holds.
 */
export function createRoleService(deps: RoleDeps) {
  const unique = (values: Record<string, unknown>) =>
    values.permissions === undefined
      ? values
      : { ...values, permissions: [...new Set(values.permissions as string[])] };

  return crudService<RoleRow>(deps, roleEntity, roles, {
    begin: lockAccounts,
    async beforeCreate(_tx, caller, values) {
      checkGrant(caller, values.permissions as string[]);
      return unique(values);
    },
    async beforePatch(_tx, caller, row, values) {
      if (values.permissions !== undefined)
        checkGrant(caller, changedKeys(row.permissions, values.permissions as string[]));
      return unique(values);
    },
    async stored(tx, _caller, row) {
      await checkAdministratorLeft(tx);
      return row;
    },
    async beforeRemove(_tx, caller, row) {
      if (row.builtin) throw new AppError(errorCode.conflict, 'account.builtinRole', { name: row.name });
      const { name, users: count } = row;
      if (count > 0) throw new AppError(errorCode.conflict, 'auth.roleInUse', { name, count });
      checkGrant(caller, row.permissions);
    },
    committed: () => deps.callers.changed(),
  });
}

export function roleRoutes(app: FastifyInstance, deps: RoleDeps): void {
  const service = createRoleService(deps);
  /** Reduces the number of users of a role to those within the caller's zones. */
  async function seen({ scope }: Caller, rows: readonly RoleRow[]): Promise<RoleRow[]> {
    if (scope.all === true) return [...rows];
    const users = await usersWithin(deps.db, [...scope.ids]);
    return rows.map((row) => ({ ...row, users: users.get(row.id) ?? 0 }));
  }
  crudRoutes(app, roleEntity, {
    ...service,
    async list(caller, query) {
      const page = await service.list(caller, query);
      return { ...page, rows: await seen(caller, page.rows) };
    },
    async get(caller, id) {
      const row = await service.get(caller, id);
      return (await seen(caller, [row]))[0] ?? row;
    },
  });
}
