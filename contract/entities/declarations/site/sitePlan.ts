import { type Declaration, rowsOf } from '../../declaration.ts';
import type { SitePlan } from '../../site/sitePlan.ts';

export const sitePlan = {
  key: 'site_plan',
  one: { cn: '平面图', en: 'Site plan', kr: '평면도' },
  many: { cn: '平面图', en: 'Site plans', kr: '평면도' },
  permissions: 'added',
  live: rowsOf<SitePlan>(),
} as const satisfies Declaration;
