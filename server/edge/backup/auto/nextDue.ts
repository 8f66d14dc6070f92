import type { BackupSettings } from '../../../../contract/entities/site/backup.ts';
import { secondOf, weekdayOf } from '../../../../contract/schedule/calendar.ts';
import type { Zone } from '../../../../contract/schedule/zone.ts';

/** Settings that decide when a backup is made. */
type Rhythm = Pick<BackupSettings, 'at' | 'rhythm' | 'every_days' | 'weekdays'>;

/**
 * Time at which the next backup is due, ms since 1970.
 *
 * @param last moment of the last backup, or time from which backups are to be made, ms
 * @param isMade true when `last` is a backup: the first one does not wait for `every_days`
 */
export function nextDue(settings: Rhythm, last: number, isMade: boolean, zone: Zone): number {
  const second = secondOf(settings.at) ?? 0;
  const today = zone.dayAt(last);
  const isPast = zone.instantOf(today, second) <= last;
  const first = today + (isPast ? 1 : 0);
  if (settings.rhythm === 'days')
    return zone.instantOf(first + (isMade ? settings.every_days - 1 : 0), second);
  for (let day = first; ; day++)
    if (day >= first + 7 || settings.weekdays.includes(weekdayOf(day))) return zone.instantOf(day, second);
}
