import { memberTransfer, shared, terminalColumns } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { GroupLive } from '../../terminals/group.ts';
import type { KindLive } from '../../terminals/kinds.ts';

export const caster = {
  key: 'caster',
  one: { cn: '分控', en: 'Caster', kr: '페이징 콘솔' },
  many: { cn: '分控', en: 'Casters', kr: '페이징 콘솔' },
  permissions: 'base',
  live: rowsOf<KindLive<'caster'>>(),
  transfer: {
    maxRows: 5_000,
    columns: terminalColumns(
      shared.priority,
      {
        key: 'reach',
        label: { cn: '可广播分区编号', en: 'Codes of zones to speak to', kr: '방송 가능 구역 코드' },
      },
      { key: 'owner', label: { cn: '所属账号', en: 'Owner account', kr: '소속 계정' } },
      shared.disabled,
      shared.password,
    ),
  },
} as const satisfies Declaration;

export const casterGroup = {
  key: 'caster_group',
  one: { cn: '分控分组', en: 'Caster group', kr: '페이징 콘솔 그룹' },
  many: { cn: '分控分组', en: 'Caster groups', kr: '페이징 콘솔 그룹' },
  permissions: 'base',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;
