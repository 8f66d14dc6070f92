import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';

/** Changes between two lists of alarms, for announcement by a screen reader. */
export interface Announcements {
  /** Alarms that began or whose delay is over: announced at once. */
  alerts: AlarmLive[];
  /** Alarms on which somebody acted: announced at a pause. `over`: the alarm is gone. */
  notes: { what: 'acknowledged' | 'silenced' | 'unsilenced' | 'reset' | 'over'; alarm: AlarmLive }[];
}

export function announcements(before: readonly AlarmLive[], now: readonly AlarmLive[]): Announcements {
  const old = new Map(before.map((alarm) => [alarm.id, alarm]));
  const found: Announcements = { alerts: [], notes: [] };
  for (const alarm of now) {
    const was = old.get(alarm.id);
    old.delete(alarm.id);
    const isBegun = was === undefined && alarm.state !== alarmState.reset;
    if (isBegun || (was?.state !== alarm.state && alarm.state === alarmState.alarming)) {
      found.alerts.push(alarm);
      continue;
    }
    if (was === undefined) continue;
    if (was.state !== alarm.state && alarm.state === alarmState.reset)
      found.notes.push({ what: 'reset', alarm });
    else if (was.acknowledged_at === null && alarm.acknowledged_at !== null)
      found.notes.push({ what: 'acknowledged', alarm });
    else if (was.silenced !== alarm.silenced)
      found.notes.push({ what: alarm.silenced ? 'silenced' : 'unsilenced', alarm });
  }
  for (const alarm of old.values()) found.notes.push({ what: 'over', alarm });
  return found;
}
