import { isDate } from '../../../../contract/schedule/calendar.ts';
import { readTimeOfDay } from './lengths.ts';

/** Parses a date as `YYYY-MM-DD`: `2026-3-1`, `20260301`, `2026/3/1`, `2026年3月1日`. Null if it is none. */
export function readDay(text: string): string | null {
  const typed = text.normalize('NFKC').trim();
  const match = /^(\d{4})(?:(\d{2})(\d{2})|[-/.년年]\s?(\d{1,2})[-/.월月]\s?(\d{1,2})[일日]?)$/.exec(typed);
  const [, year = '', ...rest] = match ?? [];
  const [month = '', day = ''] = rest.filter((part) => part !== undefined);
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

/** Parses a date with an optional time of day as `YYYY-MM-DD HH:mm:ss`. Null if it is none. */
export function readMoment(text: string): string | null {
  const [first = '', ...times] = text.trim().split(/[T\s]+/);
  const day = readDay(first);
  const time = times.length === 0 ? '00:00:00' : readTimeOfDay(times.join(''));
  return day === null || time === null ? null : `${day} ${time}`;
}
