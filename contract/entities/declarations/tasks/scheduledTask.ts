import { type Declaration, rowsOf } from '../../declaration.ts';
import type { ScheduledTaskLive } from '../../tasks/scheduledTask.ts';

export const scheduledTask = {
  key: 'scheduled_task',
  one: { cn: '定时任务', en: 'Scheduled task', kr: '예약 작업' },
  live: rowsOf<ScheduledTaskLive>(),
  liveFor: ['list_task'],
} as const satisfies Declaration;
