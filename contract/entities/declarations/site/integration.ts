import type { Declaration } from '../../declaration.ts';

export const integration = {
  key: 'integration',
  one: { cn: '外部接入', en: 'Integration', kr: '외부 연동' },
  many: { cn: '外部接入', en: 'Integration', kr: '외부 연동' },
  permissions: 'added',
} as const satisfies Declaration;
