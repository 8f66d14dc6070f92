import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { unheardSentence } from './sentences.ts';

export type AlarmNote = 'acknowledged' | 'silenced' | 'unsilenced' | 'reset' | 'step' | 'unheard' | 'over';

/** Changes between two lists of alarms, for announcement by a screen reader. */
export interface Announcements {
  /** Alarms that began, whose delay is over, or whose acknowledgement a further input cancelled: announced at once. */
  alerts: AlarmLive[];
  /**
   * Alarms on which somebody acted, that spread, or that are no longer heard everywhere: announced at a pause.
   * `over`: the alarm is gone.
   */
  notes: { what: AlarmNote; alarm: AlarmLive }[];
}

export function announcements(before: readonly AlarmLive[], now: readonly AlarmLive[]): Announcements {
  const old = new Map(before.map((alarm) => [alarm.id, alarm]));
  const found: Announcements = { alerts: [], notes: [] };
  for (const alarm of now) {
    const was = old.get(alarm.id);
    old.delete(alarm.id);
    const isBegun = was === undefined && alarm.state !== alarmState.reset;
    const isDelayOver = was?.state !== alarm.state && alarm.state === alarmState.alarming;
    const isBack = was !== undefined && was.acknowledged_at !== null && alarm.acknowledged_at === null;
    if (isBegun || isDelayOver || isBack) {
      found.alerts.push(alarm);
      continue;
    }
    if (was === undefined) continue;
    if (was.state !== alarm.state && alarm.state === alarmState.reset)
      found.notes.push({ what: 'reset', alarm });
    else if (was.acknowledged_at === null && alarm.acknowledged_at !== null)
      found.notes.push({ what: 'acknowledged', alarm });
    else if (was.step !== alarm.step) found.notes.push({ what: 'step', alarm });
    else if (was.silenced !== alarm.silenced)
      found.notes.push({ what: alarm.silenced ? 'silenced' : 'unsilenced', alarm });
    else if (unheardSentence(was) === null && unheardSentence(alarm) !== null)
      found.notes.push({ what: 'unheard', alarm });
  }
  for (const alarm of old.values()) found.notes.push({ what: 'over', alarm });
  return found;
}
