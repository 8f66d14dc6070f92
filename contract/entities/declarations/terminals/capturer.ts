import { memberTransfer, terminalColumns } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { GroupLive } from '../../terminals/group.ts';
import type { KindLive } from '../../terminals/kinds.ts';

export const capturer = {
  key: 'capturer',
  one: { cn: '采集器', en: 'Capturer', kr: '수집기' },
  many: { cn: '采集器', en: 'Capturers', kr: '수집기' },
  permissions: 'base',
  live: rowsOf<KindLive<'capturer'>>(),
  transfer: {
    maxRows: 100_000,
    columns: terminalColumns(
      { key: 'mode', label: { cn: '触发模式', en: 'Trigger mode', kr: '트리거 모드' } },
      { key: 'channel_names', label: { cn: '通道名称', en: 'Channel names', kr: '채널 이름' } },
    ),
  },
} as const satisfies Declaration;

export const capturerGroup = {
  key: 'capturer_group',
  one: { cn: '采集器分组', en: 'Capturer group', kr: '수집기 그룹' },
  many: { cn: '采集器分组', en: 'Capturer groups', kr: '수집기 그룹' },
  permissions: 'base',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;
