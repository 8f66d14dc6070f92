import { type Declaration, rowsOf } from '../../declaration.ts';
import type { UnplayedStartLive } from '../../tasks/unplayedStart.ts';

/** Starts that waited and were not played, for the accounts that asked for them. */
export const unplayedStart = {
  key: 'unplayed_start',
  live: rowsOf<UnplayedStartLive>(),
  liveFor: ['menu_real_time_task', 'list_task', 'caster_broadcast'],
} as const satisfies Declaration;
