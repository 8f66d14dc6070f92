import { memberTransfer, terminalColumns } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { GroupLive } from '../../terminals/group.ts';
import type { KindLive } from '../../terminals/kinds.ts';

export const fireControlDevice = {
  key: 'fire_control_device',
  one: { cn: '报警终端', en: 'Alarm terminal', kr: '경보 단말' },
  many: { cn: '报警终端', en: 'Alarm terminals', kr: '경보 단말' },
  permissions: 'base',
  live: rowsOf<KindLive<'fire_control_device'>>(),
  transfer: {
    maxRows: 100_000,
    file: 'alarm-terminals',
    columns: terminalColumns(
      {
        key: 'delayTriggerTime',
        label: { cn: '触发延时（秒）', en: 'Trigger delay (s)', kr: '트리거 지연(초)' },
      },
      { key: 'input_names', label: { cn: '输入名称', en: 'Input names', kr: '입력 이름' } },
      { key: 'input_contacts', label: { cn: '输入触点', en: 'Input contacts', kr: '입력 접점' } },
      {
        key: 'input_debounce_ms',
        label: { cn: '输入消抖（毫秒）', en: 'Input debounce (ms)', kr: '입력 디바운스(ms)' },
      },
      {
        key: 'input_supervised',
        label: { cn: '输入线路监测', en: 'Inputs supervised', kr: '입력 선로 감시' },
      },
      { key: 'output_names', label: { cn: '输出名称', en: 'Output names', kr: '출력 이름' } },
    ),
  },
} as const satisfies Declaration;

export const fireControlDeviceGroup = {
  key: 'fire_control_device_group',
  one: { cn: '报警终端分组', en: 'Alarm terminal group', kr: '경보 단말 그룹' },
  many: { cn: '报警终端分组', en: 'Alarm terminal groups', kr: '경보 단말 그룹' },
  permissions: 'base',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;
