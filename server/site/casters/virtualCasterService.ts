import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { virtualCasterEntity } from '../../../contract/entities/terminals/virtualCaster.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudDeps, crudService } from '../../platform/crud/crud.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { UseRegistry } from '../uses/registry.ts';
import { mustBeUnused, usersIn } from '../uses/used.ts';
import { type VirtualRow, virtualCasters, zonesOf } from './virtualCaster.repository.ts';

/** Key for the audit log; the permissions are those of casters. */
const logged = { ...virtualCasterEntity, key: 'virtual_caster' };

/** @throws AppError 404 for an id that is not a caster within the caller's zones */
async function checkMembers(tx: Tx, caller: Caller, ids: readonly number[]): Promise<void> {
  const found = await zonesOf(tx, ids);
  if (found.length < ids.length || !found.every(({ org }) => inScope(caller.scope, org)))
    throw new AppError(errorCode.notFound, 'terminal.notFound');
}

/** @throws AppError 403 when some members lie outside the caller's zones */
async function checkAllMembersInScope(tx: Tx, caller: Caller, row: VirtualRow): Promise<void> {
  const found = row.casters.length === 0 ? [] : await zonesOf(tx, row.casters);
  if (!found.every(({ org }) => inScope(caller.scope, org)))
    throw new AppError(errorCode.forbidden, 'call.virtualNotYours', { name: row.name });
}

/** Service of virtual casters; `committed` is called after each change. */
export function virtualCasterService(
  deps: CrudDeps & { uses: UseRegistry },
  committed: () => void | Promise<void>,
) {
  return crudService<VirtualRow>(deps, logged, virtualCasters, {
    async beforeCreate(tx, caller, values) {
      await checkMembers(tx, caller, values.casters as number[]);
      return values;
    },
    async beforePatch(tx, caller, row, values) {
      await checkAllMembersInScope(tx, caller, row);
      if (values.casters !== undefined) await checkMembers(tx, caller, values.casters as number[]);
      return values;
    },
    async beforeRemove(tx, caller, row) {
      await checkAllMembersInScope(tx, caller, row);
      const users = await deps.uses.find(tx, 'virtual_caster', [row.id]);
      mustBeUnused(caller.scope, row.name, usersIn(users, row.id));
    },
    committed,
  });
}
