import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { AlarmUse } from '../../../site/uses/alarmUse.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';
import type { AlarmPlanRow, LinkageTaskRow } from './plan.repository.ts';

/** Running alarms and their linkage tasks. */
export interface InUse {
  alarms: Iterable<RunningAlarm>;
  tasksOf(plan: AlarmPlanRow): number[];
  tasks: ReadonlyMap<number, LinkageTaskRow>;
}

/** Checks of `AlarmUse`, and their source. */
export interface AlarmUseSource extends AlarmUse {
  /**
   * Sets the source of running alarms; before that, nothing counts as running. Returns the function that
   * removes it.
   */
  from(look: () => InUse): () => void;
}

export function createAlarmUse(): AlarmUseSource {
  let look: (() => InUse) | null = null;

  function refuseIf(isUsed: (alarm: RunningAlarm, tasks: readonly LinkageTaskRow[]) => boolean): void {
    if (look === null) return;
    const { alarms, tasksOf, tasks } = look();
    for (const alarm of alarms) {
      const own = tasksOf(alarm.plan).flatMap((id) => tasks.get(id) ?? []);
      if (isUsed(alarm, own)) throw new AppError(errorCode.refused, 'broadcast.alarmInProgress');
    }
  }
  return {
    mustBeIdle: {
      plan: (id) => refuseIf(({ plan }) => plan.id === id),
      task: (id) => refuseIf((_alarm, tasks) => tasks.some((task) => task.id === id)),
      presetText: (id) => refuseIf((_alarm, tasks) => tasks.some((task) => task.preset_text === id)),
      group: (id) => refuseIf((_alarm, tasks) => tasks.some((task) => task.groups.includes(id))),
      terminal: (id) => refuseIf(({ row }) => row.device_id === id),
      zones: (ids) => refuseIf(({ row }) => row.orgs?.some((org) => ids.has(org)) === true),
    },
    from(here) {
      look = here;
      return () => {
        look = null;
      };
    },
  };
}
