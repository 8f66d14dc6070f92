import { shared } from '../../columns.ts';
import type { Declaration } from '../../declaration.ts';

export const role = {
  key: 'role',
  one: { cn: '角色', en: 'Role', kr: '역할' },
  many: { cn: '角色', en: 'Roles', kr: '역할' },
  permissions: 'base',
  transfer: {
    maxRows: 1_000,
    columns: [
      { key: 'code', label: { cn: '角色编号', en: 'Role code', kr: '역할 코드' } },
      shared.name,
      { key: 'permissions', label: { cn: '权限', en: 'Permissions', kr: '권한' } },
    ],
  },
} as const satisfies Declaration;
