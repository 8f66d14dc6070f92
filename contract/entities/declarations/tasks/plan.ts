import { type Declaration, rowsOf } from '../../declaration.ts';
import type { Plan } from '../../tasks/plan.ts';

export const plan = {
  key: 'plan',
  one: { cn: '计划', en: 'Plan', kr: '계획' },
  many: { cn: '计划', en: 'Plans', kr: '계획' },
  permissions: 'base',
  live: rowsOf<Plan>(),
} as const satisfies Declaration;
