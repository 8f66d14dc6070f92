import { memberTransfer, terminalColumns } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { FoundTerminal } from '../../terminals/device.ts';
import type { GroupLive } from '../../terminals/group.ts';
import type { KindLive } from '../../terminals/kinds.ts';

const fileGroupColumn = {
  key: 'file_group',
  label: { cn: '终端曲库', en: 'Own library', kr: '단말 라이브러리' },
};

const foreignColumn = {
  key: 'foreign',
  label: { cn: '音箱地址', en: 'Loudspeaker address', kr: '스피커 주소' },
  earlier: ['组播或 SIP 地址', 'Multicast or SIP', '멀티캐스트 또는 SIP'],
};

const foreignPasswordColumn = {
  key: 'foreign_password',
  label: { cn: '音箱密码', en: 'Loudspeaker password', kr: '스피커 비밀번호' },
  way: 'in',
} as const;

export const device = {
  key: 'device',
  one: { cn: '终端', en: 'Terminal', kr: '단말' },
  many: { cn: '终端', en: 'Devices', kr: '단말' },
  permissions: 'base',
  live: rowsOf<KindLive<'device'>>(),
  transfer: {
    maxRows: 100_000,
    file: 'terminals',
    columns: terminalColumns(fileGroupColumn, foreignColumn, foreignPasswordColumn),
  },
} as const satisfies Declaration;

export const deviceGroup = {
  key: 'device_group',
  one: { cn: '终端分组', en: 'Device group', kr: '단말 그룹' },
  many: { cn: '终端分组', en: 'Device groups', kr: '단말 그룹' },
  permissions: 'base',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;

export const terminalFound = {
  key: 'terminal_found',
  live: rowsOf<FoundTerminal>(),
} as const satisfies Declaration;
