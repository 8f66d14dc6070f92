/**
 * Days of the site's calendar as `YYYY-MM-DD`, without a time zone: they sort as text; arithmetic uses day
 * numbers (0 is 1970-01-01, a Thursday).
 */
const DAY_MS = 86_400_000;
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Day number of a date; NaN for an invalid one. */
export function dayOf(date: string): number {
  const [, year, month, day] = PATTERN.exec(date) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
}

const days = new Map<number, string>();

/** The date of a day number. */
export function dateOf(day: number): string {
  let date = days.get(day);
  if (date === undefined) {
    if (days.size > 20_000) days.clear();
    date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    days.set(day, date);
  }
  return date;
}

/** Tells whether a text is an existing date of the years 1970 to 2999. */
export function isDate(text: string): boolean {
  const day = dayOf(text);
  return Number.isInteger(day) && day >= 0 && text < '3000' && dateOf(day) === text;
}

/** Weekday of a day number, 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** Second of the day of a time `HH:MM` or `HH:MM:SS`; null for an invalid one. */
export function secondOf(time: string): number | null {
  const match = TIME.exec(time);
  if (match === null) return null;
  return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}
