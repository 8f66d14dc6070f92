import { type Declaration, rowsOf } from '../../declaration.ts';
import type { SiteLive } from '../../site/systemConfig.ts';

export const site = {
  key: 'site',
  live: rowsOf<SiteLive>(),
  liveFor: [],
} as const satisfies Declaration;

export const sysConfig = {
  key: 'sys_config',
  one: { cn: '系统配置', en: 'System settings', kr: '시스템 설정' },
} as const satisfies Declaration;
