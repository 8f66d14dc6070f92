import type { Declaration } from '../../declaration.ts';

export const node = {
  key: 'node',
  one: { cn: '共用数据库的服务器', en: 'Server on one database', kr: '데이터베이스 공용 서버' },
} as const satisfies Declaration;
