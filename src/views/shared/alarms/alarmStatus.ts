import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { StatusName } from '../../kit/status/status.ts';

/** Status name of an alarm; silenced is a status of its own. */
export function alarmStatus(alarm: Pick<AlarmLive, 'state' | 'silenced'>): StatusName {
  if (alarm.state === alarmState.alarming) return alarm.silenced ? 'silenced' : 'in_alarm';
  return alarm.state;
}
