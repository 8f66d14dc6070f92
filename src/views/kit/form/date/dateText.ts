import { htmlLang, type Language } from '../../../../../contract/language.ts';

/** A day as `YYYY-MM-DD`. */
type Day = string;

const toUtc = (day: Day) => new Date(`${day}T00:00:00Z`);
export const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** Tells whether a text is a day that exists. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toUtc(text).getTime()) && dayOf(toUtc(text)) === text;

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(htmlLang[language], { ...options, timeZone: 'UTC' });

/** A day as readers of the language write it; empty for an invalid one. */
export const dateText = (day: Day, language: Language): string =>
  isDay(day) ? format(language, { year: 'numeric', month: 'short', day: 'numeric' }).format(toUtc(day)) : '';

/** A day with its weekday, for screen readers. */
export const longDateText = (day: Day, language: Language): string =>
  format(language, { dateStyle: 'full' }).format(toUtc(day));

export const monthText = (day: Day, language: Language): string =>
  format(language, { year: 'numeric', month: 'long' }).format(toUtc(day));

/** Short names of the weekdays from Monday on. */
export const weekdayTexts = (language: Language): string[] =>
  // 2024-01-01 was a Monday.
  Array.from({ length: 7 }, (_, i) =>
    format(language, { weekday: 'short' }).format(new Date(Date.UTC(2024, 0, 1 + i))),
  );

/** Adds days to a day. */
export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(toUtc(day).getTime() + days * 86_400_000));

/** Adds months to a day; its last days of a month become the last one of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}

/** Number of days since the Monday of the week. */
export const weekPlace = (day: Day): number => (toUtc(day).getUTCDay() + 6) % 7;

/** Days of the six weeks that show a month, from a Monday on. */
export function monthDays(day: Day): Day[] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -weekPlace(first));
  return Array.from({ length: 42 }, (_, i) => addDays(start, i));
}

/**
 * Reads a typed day: year, month and day in this order with any separators, or as the language writes it. Null: no
 * day.
 */
export function readDate(text: string, language: Language): Day | null {
  const [a, b, c] = text.match(/\d+/g) ?? [];
  const pad = (value: string) => value.padStart(2, '0');
  if (a?.length === 4 && b !== undefined && c !== undefined) {
    const day = `${a}-${pad(b)}-${pad(c)}`;
    return isDay(day) ? day : null;
  }
  // "Nov 26, 2026": the month by its name, then day and year.
  const word = text
    .match(/\p{L}{3,}/u)?.[0]
    .slice(0, 3)
    .toLowerCase();
  if (word === undefined || a === undefined || b === undefined) return null;
  const month = Array.from({ length: 12 }, (_, i) =>
    format(language, { month: 'short' }).format(new Date(Date.UTC(2024, i, 1))),
  ).findIndex((name) => name.toLowerCase().startsWith(word));
  const [date, year] = b.length === 4 ? [a, b] : [b, a];
  const day = `${year}-${pad(String(month + 1))}-${pad(date)}`;
  return month >= 0 && isDay(day) ? day : null;
}
