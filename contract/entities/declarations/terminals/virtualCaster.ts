import { shared } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { VirtualCasterLive } from '../../terminals/virtualCaster.ts';

export const virtualCaster = {
  key: 'virtual_caster',
  one: { cn: '虚拟分控', en: 'Virtual caster', kr: '가상 페이징 콘솔' },
  live: rowsOf<VirtualCasterLive>(),
  liveFor: ['list_caster'],
  transfer: {
    rights: 'caster',
    maxRows: 5_000,
    columns: [
      shared.callNumber,
      shared.name,
      { key: 'ring', label: { cn: '振铃方式', en: 'Ringing', kr: '호출 방식' } },
      {
        key: 'casters',
        label: { cn: '成员分控编号', en: 'Codes of its casters', kr: '구성 페이징 콘솔 코드' },
        earlier: ['구성 방송대 코드'],
      },
    ],
  },
} as const satisfies Declaration;
