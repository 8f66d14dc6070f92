import { type Declaration, rowsOf } from '../../declaration.ts';
import type { QueuedStartLive } from '../../tasks/queuedStart.ts';

/** Starts that wait for their terminals; who sees broadcasts, or may page, sees them. */
export const queuedStart = {
  key: 'queued_start',
  one: { cn: '排队的广播', en: 'Queued start', kr: '대기 중인 방송' },
  live: rowsOf<QueuedStartLive>(),
  liveFor: ['menu_real_time_task', 'list_task', 'caster_broadcast'],
} as const satisfies Declaration;
