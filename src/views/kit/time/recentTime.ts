import { formatTimestamp } from '../../../../contract/format.ts';

/**
 * Formats a timestamp in epoch seconds: HH:mm:ss for today, else with the date. `now` in epoch milliseconds.
 */
export function recentTime(at: number | null, now: number, none: string, timeZone: string): string {
  const full = formatTimestamp(at, none, timeZone);
  const today = formatTimestamp(Math.floor(now / 1000), none, timeZone).slice(0, 10);
  return full.startsWith(today) ? full.slice(11) : full;
}
