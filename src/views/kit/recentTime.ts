import { formatTimestamp } from '../../../contract/format.ts';

/**
 * A timestamp in epoch seconds as short as it can be: HH:mm:ss when it is of today, else as spec 9 writes it. `now` in
 * epoch milliseconds.
 */
export function recentTime(at: number | null, now: number, none: string, timeZone: string): string {
  const full = formatTimestamp(at, none, timeZone);
  const today = formatTimestamp(Math.floor(now / 1000), none, timeZone).slice(0, 10);
  return full.startsWith(today) ? full.slice(11) : full;
}
