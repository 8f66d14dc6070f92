import type { TFunction } from 'i18next';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';

/**
 * Next change of an alarm: locale keys of "until …" beside a countdown, and of "to …" above it; its time,
 * epoch ms.
 */
export interface Next {
  until: string;
  to: string;
  at: number;
}

/** Tells whether the reset time runs; an alarm past it waits for an active input. */
export function isResetRunning(
  alarm: Pick<AlarmLive, 'reset_until' | 'active_inputs'>,
  now: number,
): boolean {
  return alarm.reset_until !== null && (alarm.reset_until > now || alarm.active_inputs.length === 0);
}

/**
 * Next change of an alarm that comes by itself: the alarm at the end of its delay, readiness at the end of
 * its reset time, or its next step. Null: none, or it waits for an input. `now` in epoch milliseconds.
 */
export function nextOf(alarm: AlarmLive, now: number): Next | null {
  if (alarm.state === alarmState.starting && alarm.starts_at !== null)
    return { until: 'alarm.untilAlarm', to: 'alarm.toAlarm', at: alarm.starts_at };
  if (alarm.state === alarmState.reset && alarm.reset_until !== null && isResetRunning(alarm, now))
    return { until: 'alarm.untilReady', to: 'alarm.toReady', at: alarm.reset_until };
  if (alarm.next_step_at === null) return null;
  return { until: 'alarm.untilStep', to: 'alarm.toStep', at: alarm.next_step_at };
}

/** Name of the present step; one without a name is called by its number, the first phase being 1. */
export function stepName({ step_name, step }: Pick<AlarmLive, 'step_name' | 'step'>, t: TFunction): string {
  return step_name || t('alarm.stepN', { n: step + 1 });
}

/** Name of the next step, like `stepName`. */
export function nextStepName(alarm: Pick<AlarmLive, 'next_step_name' | 'step'>, t: TFunction): string {
  return alarm.next_step_name || t('alarm.stepN', { n: alarm.step + 2 });
}
