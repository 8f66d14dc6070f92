import { formatTimestamp } from '../../../contract/format.ts';
import { fromLocal } from '../kit/time/siteTime.ts';

const DAY_S = 86_400;

/** Last 06:00 of the site before a time, both epoch s. */
export function lastMorning(now: number, timeZone: string): number {
  const sixOf = (day: string) => fromLocal(`${day}T06:00:00`, timeZone) ?? now - DAY_S;
  const today = sixOf(formatTimestamp(Math.floor(now), '', timeZone).slice(0, 10));
  if (today <= now) return today;
  return sixOf(formatTimestamp(Math.floor(now - DAY_S), '', timeZone).slice(0, 10));
}
