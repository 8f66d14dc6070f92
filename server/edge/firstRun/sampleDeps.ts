import type { Emergency } from '../../air/emergency/emergency.ts';
import type { Schedule } from '../../air/schedule/schedule.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { Media } from '../../sound/files/media.ts';
import type { TransferDeps } from '../transfer/transfer.types.ts';

/** Services that make, read and remove the objects of a sample site. */
export interface SampleDeps extends TransferDeps {
  env: { DATA_DIR: string; TZ_SITE: string };
  live: LiveHub;
  terminals: Terminals;
  media: Media;
  schedule: Pick<Schedule, 'index' | 'tasks' | 'plans'>;
  emergency: Pick<Emergency, 'linkageTasks' | 'alarmPlans'>;
}

/** Administrator who makes or removes a sample site, and the address of the request. */
export interface SampleBy {
  caller: Caller;
  ip: string;
}
