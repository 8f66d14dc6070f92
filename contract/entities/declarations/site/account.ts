import { shared } from '../../columns.ts';
import type { Declaration } from '../../declaration.ts';

export const user = {
  key: 'user',
  one: { cn: '账号', en: 'Account', kr: '계정' },
  many: { cn: '账号', en: 'Accounts', kr: '계정' },
  permissions: 'base',
  transfer: {
    maxRows: 5_000,
    file: 'accounts',
    columns: [
      { key: 'code', label: { cn: '账号', en: 'Account', kr: '계정' } },
      { key: 'name', label: { cn: '姓名', en: 'Name', kr: '이름' } },
      { key: 'role', label: { cn: '角色编号', en: 'Role code', kr: '역할 코드' } },
      { key: 'zones', label: { cn: '分区编号', en: 'Zone codes', kr: '구역 코드' } },
      { key: 'all_zones', label: { cn: '全部分区', en: 'All zones', kr: '전체 구역' } },
      shared.disabled,
      shared.password,
      {
        key: 'must_change_password',
        label: { cn: '首次登录须改密码', en: 'Must change password', kr: '첫 로그인 시 비밀번호 변경' },
        way: 'in',
      },
    ],
  },
} as const satisfies Declaration;
