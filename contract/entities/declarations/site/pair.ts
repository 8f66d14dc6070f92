import type { Declaration } from '../../declaration.ts';

export const pair = {
  key: 'pair',
  one: { cn: '备用服务器', en: 'Standby server', kr: '예비 서버' },
} as const satisfies Declaration;
