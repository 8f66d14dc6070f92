import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { permissionKeys } from '../../../../contract/api/permissions.ts';
import { type Role, roleEntity } from '../../../../contract/entities/site/role.ts';
import { nameColumn, numberColumn, paged, textColumn, timeColumn } from '../../kit/grid/columns.ts';

/** Columns of the roles. @param timeZone of the site */
export function roleColumns(t: TFunction, timeZone: string): ColDef<Role>[] {
  return paged<Role>(
    [
      nameColumn<Role>('name', t('common.name'), { flex: 1, minWidth: 160 }),
      textColumn<Role>('code', t('roles.code'), { width: 180 }),
      textColumn<Role>('builtin', t('roles.kind'), {
        width: 120,
        valueGetter: ({ data: row }) => t(row?.builtin === true ? 'roles.builtin' : 'roles.own'),
      }),
      textColumn<Role>('permissions', t('roles.permissions'), {
        width: 140,
        valueGetter: ({ data: row }) =>
          t('roles.keysOf', { keys: row?.permissions.length ?? 0, all: permissionKeys.length }),
      }),
      numberColumn<Role>('users', t('roles.users'), undefined, { width: 120 }),
      timeColumn<Role>('created_at', t('accounts.createdAt'), t('common.none'), timeZone),
    ],
    roleEntity.sortable,
  );
}
