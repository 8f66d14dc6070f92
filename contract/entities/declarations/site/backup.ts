import type { Declaration } from '../../declaration.ts';

export const backup = {
  key: 'backup',
  one: { cn: '备份', en: 'Backup', kr: '백업' },
} as const satisfies Declaration;
