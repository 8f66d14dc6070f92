import { type Declaration, rowsOf } from '../../declaration.ts';
import type { BroadcastLive } from '../../tasks/broadcast.ts';

export const task = {
  key: 'task',
  one: { cn: '任务', en: 'Task', kr: '작업' },
  many: { cn: '任务', en: 'Tasks', kr: '작업' },
  permissions: 'base',
  live: rowsOf<BroadcastLive>(),
  liveFor: ['menu_real_time_task', 'list_task'],
} as const satisfies Declaration;
