import { alarmState } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';
import type { StatusName } from '../kit/status.ts';

/** How the state of an alarm is shown (look: Status vocabulary): silenced is a state of its own there. */
export function alarmStatus(alarm: Pick<AlarmLive, 'state' | 'silenced'>): StatusName {
  if (alarm.state === alarmState.alarming) return alarm.silenced ? 'silenced' : 'in_alarm';
  return alarm.state;
}
