import type { Declaration } from '../../declaration.ts';

export const relay = {
  key: 'relay',
  one: { cn: '中继器', en: 'Relay', kr: '중계기' },
} as const satisfies Declaration;
