import { shared } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { QuickCodeLive } from '../../tasks/quickCode.ts';

export const quickCode = {
  key: 'quick_code',
  one: { cn: '快捷码', en: 'Quick code', kr: '단축 코드' },
  many: { cn: '快捷码', en: 'Quick codes', kr: '단축 코드' },
  permissions: 'added',
  live: rowsOf<QuickCodeLive>(),
  transfer: {
    maxRows: 10_000,
    columns: [
      { key: 'code', label: { cn: '快捷码', en: 'Quick code', kr: '단축 코드' } },
      shared.name,
      shared.zoneCode,
      { key: 'action', label: { cn: '动作', en: 'Action', kr: '동작' } },
      { key: 'scheduled_task', label: { cn: '定时任务', en: 'Scheduled task', kr: '예약 작업' } },
      { key: 'again', label: { cn: '再次拨号', en: 'Dialled again', kr: '다시 누르면' } },
      { key: 'devices', label: { cn: '终端编号', en: 'Terminal codes', kr: '단말 코드' } },
      {
        key: 'orgs',
        label: { cn: '广播分区编号', en: 'Codes of zones to sound in', kr: '방송 구역 코드' },
      },
      { key: 'groups', label: { cn: '终端分组', en: 'Terminal groups', kr: '단말 그룹' } },
      {
        key: 'station',
        label: { cn: '被叫终端编号', en: 'Code of the called station', kr: '호출할 단말 코드' },
      },
      {
        key: 'virtual_caster',
        label: {
          cn: '被叫虚拟分控号码',
          en: 'Number of the called virtual caster',
          kr: '호출할 가상 페이징 콘솔 번호',
        },
        earlier: ['호출할 가상 방송대 번호'],
      },
      shared.activated,
      shared.description,
    ],
  },
} as const satisfies Declaration;
