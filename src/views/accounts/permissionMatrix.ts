import type { TFunction } from 'i18next';
import { type FirstRoleCode, firstRoles } from '../../../contract/firstRoles.ts';
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
} from '../../../contract/permissions.ts';

/** A row of the matrix: an entity with its four keys. */
export const matrixRows = [...permissionEntities, ...addedEntities].map((entity) => ({
  entity,
  cells: permissionVerbs.map((verb) => ({ verb, key: entityPermission(verb, entity) as PermissionKey })),
}));

const isMenu = (key: PermissionKey) => key.startsWith('menu_');
const single: readonly PermissionKey[] = [...specialKeys, ...menuKeys, ...addedKeys];

/** The keys that stand alone: those of the menu, and what else may be done. */
export const matrixLists = {
  menus: single.filter(isMenu),
  actions: single.filter((key) => !isMenu(key)),
} as const;

/** The keys of a preset, as at the first start (end of the screens table). */
export function presetKeys(preset: FirstRoleCode): readonly PermissionKey[] {
  return firstRoles[preset].permissions;
}

/** Keys after some were set or taken; one gives and takes only what one holds (design 9). In the order of the table. */
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

/** Whether all, some or none of the keys are chosen, as a checkbox shows it. */
export function stateOf(chosen: ReadonlySet<string>, keys: readonly PermissionKey[]): boolean | 'mixed' {
  const count = keys.filter((key) => chosen.has(key)).length;
  return count === keys.length ? true : count === 0 ? false : 'mixed';
}

/** The label of a permission key as the matrix has it. */
export function permissionText(t: TFunction, key: PermissionKey): string {
  const row = matrixRows.find(({ cells }) => cells.some((cell) => cell.key === key));
  if (row === undefined) return t(`permission.key.${key}`);
  const verb = row.cells.find((cell) => cell.key === key)?.verb;
  return `${t(`permission.entity.${row.entity}`)}: ${t(`permission.verb.${verb}`)}`;
}
