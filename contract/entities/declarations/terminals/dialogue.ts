import { memberTransfer, shared, terminalColumns } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { GroupLive } from '../../terminals/group.ts';
import type { KindLive } from '../../terminals/kinds.ts';

export const dialogue = {
  key: 'dialogue',
  one: { cn: '对讲终端', en: 'Intercom terminal', kr: '통화 단말' },
  many: { cn: '对讲终端', en: 'Intercom terminals', kr: '통화 단말' },
  permissions: 'added',
  live: rowsOf<KindLive<'dialogue'>>(),
  transfer: {
    maxRows: 100_000,
    file: 'intercoms',
    columns: terminalColumns(
      { key: 'dialogue_code', label: { cn: '对讲码', en: 'Dialogue code', kr: '통화 코드' } },
      { key: 'callee', label: { cn: '被叫号码', en: 'Callee number', kr: '수신 번호' } },
      { key: 'call_mode', label: { cn: '通话模式', en: 'Call mode', kr: '통화 모드' } },
      shared.priority,
      { key: 'telephone', label: { cn: '电话系统', en: 'Telephone system', kr: '전화 시스템' } },
      { key: 'phone_number', label: { cn: '电话号码', en: 'Phone number', kr: '전화번호' } },
    ),
  },
} as const satisfies Declaration;

export const dialogueGroup = {
  key: 'dialogue_group',
  one: { cn: '对讲终端分组', en: 'Intercom terminal group', kr: '통화 단말 그룹' },
  many: { cn: '对讲终端分组', en: 'Intercom terminal groups', kr: '통화 단말 그룹' },
  permissions: 'added',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;
