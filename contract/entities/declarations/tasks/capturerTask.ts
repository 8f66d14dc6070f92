import { type Declaration, rowsOf } from '../../declaration.ts';
import type { CapturerTask } from '../../tasks/capturerTask.ts';

export const capturerTask = {
  key: 'capturer_task',
  one: { cn: '采集任务', en: 'Capturer task', kr: '수집 작업' },
  live: rowsOf<CapturerTask>(),
  liveFor: ['menu_capturer_task'],
} as const satisfies Declaration;
