import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import { usePermission } from '../app/AppContext.tsx';

/** Rights of the account for an entity: list, create, edit and delete. */
export function useEntityRights(entity: Pick<EntityContract, 'key'>) {
  const may = usePermission();
  const has = (verb: string) => may(`${verb}_${entity.key}` as PermissionKey);
  return { list: has('list'), create: has('create'), edit: has('edit'), delete: has('delete') };
}
