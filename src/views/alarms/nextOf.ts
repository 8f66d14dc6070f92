import { alarmState } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';

/** What comes next in an alarm: locale keys of "until …" beside a countdown, and of "to …" above it; when, epoch ms. */
export interface Next {
  until: string;
  to: string;
  at: number;
}

/**
 * What comes next in an alarm by itself: the alarm at the end of its delay, readiness at the end of its reset time, or
 * its next step. Null: nothing does.
 */
export function nextOf(alarm: AlarmLive): Next | null {
  if (alarm.state === alarmState.starting && alarm.starts_at !== null)
    return { until: 'alarm.untilAlarm', to: 'alarm.toAlarm', at: alarm.starts_at };
  if (alarm.state === alarmState.reset && alarm.reset_until !== null)
    return { until: 'alarm.untilReady', to: 'alarm.toReady', at: alarm.reset_until };
  if (alarm.next_step_at === null) return null;
  return { until: 'alarm.untilStep', to: 'alarm.toStep', at: alarm.next_step_at };
}
