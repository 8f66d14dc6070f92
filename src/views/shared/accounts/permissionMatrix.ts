import type { TFunction } from 'i18next';
import { type FirstRoleCode, firstRoles } from '../../../../contract/api/firstRoles.ts';
import {
  addedEntities,
  addedKeys,
  entityPermission,
  menuKeys,
  type PermissionKey,
  permissionEntities,
  permissionKeys,
  permissionVerbs,
  specialKeys,
} from '../../../../contract/api/permissions.ts';

/** Rows of the matrix: an entity with its four keys. */
export const matrixRows = [...permissionEntities, ...addedEntities].map((entity) => ({
  entity,
  cells: permissionVerbs.map((verb) => ({ verb, key: entityPermission(verb, entity) as PermissionKey })),
}));

const isMenu = (key: PermissionKey) => key.startsWith('menu_');
const single: readonly PermissionKey[] = [...specialKeys, ...menuKeys, ...addedKeys];

/** Keys outside the matrix: those of the menu, and special rights. */
export const matrixLists = {
  menus: single.filter(isMenu),
  actions: single.filter((key) => !isMenu(key)),
} as const;

/** Keys of a preset, as at the first start. */
export function presetKeys(preset: FirstRoleCode): readonly PermissionKey[] {
  return firstRoles[preset].permissions;
}

/**
 * Returns the keys after some were set or removed, in the order of the table. Only keys that the user holds
 * change.
 */
export function withKeys(
  chosen: readonly string[],
  keys: readonly PermissionKey[],
  on: boolean,
  held: ReadonlySet<string>,
): PermissionKey[] {
  const next = new Set<string>(chosen);
  for (const key of keys)
    if (held.has(key)) {
      if (on) next.add(key);
      else next.delete(key);
    }
  return permissionKeys.filter((key) => next.has(key));
}

/** State of a checkbox over several keys: all, some or none chosen. */
export function stateOf(chosen: ReadonlySet<string>, keys: readonly PermissionKey[]): boolean | 'mixed' {
  const count = keys.filter((key) => chosen.has(key)).length;
  return count === keys.length ? true : count === 0 ? false : 'mixed';
}

/** Label of a permission key in the matrix. */
export function permissionText(t: TFunction, key: PermissionKey): string {
  const row = matrixRows.find(({ cells }) => cells.some((cell) => cell.key === key));
  if (row === undefined) return t(`permission.key.${key}`);
  const verb = row.cells.find((cell) => cell.key === key)?.verb;
  return `${t(`permission.entity.${row.entity}`)}: ${t(`permission.verb.${verb}`)}`;
}
