import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { PermissionKey } from '../../../contract/permissions.ts';
import { usePermission } from '../app/AppContext.tsx';

/** What the account may do with an entity: the four keys of spec 6. */
export function useEntityRights(entity: Pick<EntityContract, 'key'>) {
  const may = usePermission();
  const has = (verb: string) => may(`${verb}_${entity.key}` as PermissionKey);
  return { list: has('list'), create: has('create'), edit: has('edit'), delete: has('delete') };
}
