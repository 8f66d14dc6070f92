import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { DeviceRow } from '../../../streams/deviceState.ts';
import { isOfAlarm } from '../../shared/startTask/taskState.ts';

/** Numbers of broadcasts, terminals and alarms that a stop would end. */
export interface StopNumbers {
  broadcasts: number;
  terminals: number;
  /** Alarms that continue there. */
  alarms: number;
}

/** Counts the broadcasts at terminals. @param inside zones; null: all */
export function stopNumbers(
  tasks: readonly Pick<BroadcastLive, 'id' | 'task_type'>[],
  devices: readonly Pick<DeviceRow, 'org' | 'task_id'>[],
  inside: ReadonlySet<number> | null,
): StopNumbers {
  const alarms = new Set(tasks.filter(isOfAlarm).map(({ id }) => id));
  const stopped = new Set<number>();
  const going = new Set<number>();
  let terminals = 0;
  for (const { org, task_id } of devices) {
    if (task_id === null || (inside !== null && (org === null || !inside.has(org)))) continue;
    if (alarms.has(task_id)) going.add(task_id);
    else {
      stopped.add(task_id);
      terminals += 1;
    }
  }
  return { broadcasts: stopped.size, terminals, alarms: going.size };
}
