import type { Declaration } from '../../declaration.ts';

export const sampleSite = {
  key: 'sample_site',
  one: { cn: '示例站点', en: 'Sample site', kr: '예시 사이트' },
} as const satisfies Declaration;
