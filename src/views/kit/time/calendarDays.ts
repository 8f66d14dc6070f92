import { htmlLang, type Language } from '../../../../contract/language.ts';
import { dateOf, dayOf, weekdayOf } from '../../../../contract/schedule/calendar.ts';

/** A date as `YYYY-MM-DD`. */
type Day = string;

/** Writes a date in a language. */
const written = (day: Day, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(htmlLang[language], { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** A date with its weekday, for screen readers. */
export const longDateText = (day: Day, language: Language): string =>
  written(day, language, { dateStyle: 'full' });

export const monthText = (day: Day, language: Language): string =>
  written(day, language, { year: 'numeric', month: 'long' });

/** Short names of the weekdays from Monday on. */
export const weekdayTexts = (language: Language): string[] =>
  // 2024-01-01 was a Monday.
  Array.from({ length: 7 }, (_, i) => written(`2024-01-0${i + 1}`, language, { weekday: 'short' }));

export const addDays = (day: Day, days: number): Day => dateOf(dayOf(day) + days);

/** Adds months to a date; the last days of a month become the last one of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Number of days since the Monday of the week. */
export const weekPlace = (day: Day): number => (weekdayOf(dayOf(day)) + 6) % 7;

/** Dates of the six weeks that show a month, from a Monday on. */
export function monthDays(day: Day): Day[] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -weekPlace(first));
  return Array.from({ length: 42 }, (_, i) => addDays(start, i));
}
