import { type Declaration, rowsOf } from '../../declaration.ts';
import type { GpioTaskLive } from '../../tasks/gpioTask.ts';

export const gpioTask = {
  key: 'gpio_task',
  one: { cn: 'GPIO 任务', en: 'GPIO task', kr: 'GPIO 작업' },
  many: { cn: 'GPIO 任务', en: 'GPIO tasks', kr: 'GPIO 작업' },
  permissions: 'added',
  live: rowsOf<GpioTaskLive>(),
} as const satisfies Declaration;
