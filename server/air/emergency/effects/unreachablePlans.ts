import { alarmState, audioSource } from '../../../../contract/codes.ts';
import type { FaultSink } from '../../../site/faults/faults.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';

/**
 * Tells if a running alarm has nowhere to sound: it plays nothing, or its targets hold no terminal. Plans
 * that only switch outputs or tasks are excluded.
 */
export function hasNoTerminals({ row, plan, sounds }: RunningAlarm): boolean {
  if (row.state !== alarmState.alarming || row.drill === 'chosen') return false;
  const playing = sounds.filter(({ task }) => task.audio_source !== audioSource.controlTask);
  if (playing.some(({ targets }) => targets.size > 0)) return false;
  const actions = plan.linkage_task_ids.length + plan.output_nums.length + plan.gpio_set_task_ids.length;
  return playing.length > 0 || actions === 0 || (plan.linkage_task_ids.length > 0 && sounds.length === 0);
}

/** Keeps a fault for each plan whose alarm has nowhere to sound. */
export function watchUnreachablePlans(faults: Pick<FaultSink, 'open' | 'resolve' | 'allOpen'>) {
  return {
    changed(alarm: RunningAlarm, isOver: boolean): void {
      const { id, name, org } = alarm.plan;
      if (!isOver && hasNoTerminals(alarm))
        faults.open({ kind: 'alarm_nowhere', subject: String(id), org, params: { plan: name } });
      else faults.resolve('alarm_nowhere', String(id));
    },
    /** Resolves faults from before a restart whose alarms no longer run. */
    resolveEnded(isRunning: (plan: number) => boolean): void {
      for (const { kind, subject } of faults.allOpen())
        if (kind === 'alarm_nowhere' && !isRunning(Number(subject))) faults.resolve(kind, subject);
    },
  };
}
