import { readTimeOfDay } from '../../../kit/time/lengths.ts';
import { weekOrder } from '../../../shared/tasks/taskStatus.ts';
import { type BellDay, weekday } from './bellDays.ts';

/** Time that was pasted. `day`: day of its column; null: none. `sound`: name in the cell beside it. */
export interface PastedTime {
  time: string;
  day: BellDay | null;
  sound: string;
}

export interface Pasted {
  times: PastedTime[];
  /** Parts that are no times, as they were pasted. */
  refused: string[];
}

/** Hours and minutes with a separator, or four digits: a single number in a text is no time. */
const TIME = /^(\d{1,2}[:.：]\d{2}([:.：]\d{2})?|\d{4})$/;
const TWELVE_HOURS = /(\d{1,2})([:.：]\d{2}(?:[:.：]\d{2})?)\s*([ap])\.?m\.?/gi;

function timeOf(text: string): string | null {
  return TIME.test(text) ? readTimeOfDay(text) : null;
}

/** Converts times with AM or PM, as spreadsheets show them, to 24 hours. */
function in24Hours(text: string): string {
  return text.replace(TWELVE_HOURS, (_, hour: string, rest: string, half: string) => {
    const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    return `${hours}${rest}`;
  });
}

/** Languages whose names of weekdays are read. */
const languages = ['zh', 'en', 'ko'];
/** A Sunday, epoch ms. */
const SUNDAY_MS = Date.UTC(2026, 0, 4);
const weekdayNames = new Map(
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return weekOrder.map(
        (day) => [format.format(SUNDAY_MS + day * 86_400_000).toLowerCase(), day as number] as const,
      );
    }),
  ),
);
const weekdayAfter = (day: number, days: number): number | undefined =>
  weekOrder[weekOrder.indexOf(day as (typeof weekOrder)[number]) + days];
const weekdayNamed = (name: string): number | null => weekdayNames.get(name.toLowerCase()) ?? null;

/**
 * Reads times from a line of text or from the cells of a spreadsheet (lines divided by tabs).
 *
 * A first line with names of weekdays gives each column its day; without it, columns have the weekdays from `firstDay`
 * on, if the text is pasted at a weekday, and all the day type that it is pasted at. In other lines, text in the cell after a time is the sound.
 * @param firstDay day of the cell; null: the cell has none
 */
export function readPasted(text: string, firstDay: BellDay | null): Pasted {
  const lines = in24Hours(text)
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const named = (lines[0] ?? []).map(weekdayNamed);
  const hasNames = named.some((day) => day !== null);
  const found: Pasted = { times: [], refused: [] };
  const dayOfColumn = (column: number): BellDay | null => {
    if (!hasNames && firstDay?.kind !== 'weekday') return firstDay;
    const day = hasNames ? named[column] : weekdayAfter(firstDay?.id ?? 0, column);
    return day == null ? null : weekday(day);
  };
  const isByDay = hasNames || firstDay !== null;
  for (const cells of hasNames ? lines.slice(1) : lines) {
    if (isByDay) readDays(cells, dayOfColumn, found);
    else readLine(cells, found);
  }
  return found;
}

/** Reads a line whose columns are days; columns without a day are labels. */
function readDays(cells: readonly string[], dayOf: (column: number) => BellDay | null, found: Pasted): void {
  for (const [column, cell] of cells.entries()) {
    const day = dayOf(column);
    if (day === null) continue;
    for (const part of partsOf(cell)) {
      const time = timeOf(part);
      if (time === null) found.refused.push(part);
      else found.times.push({ time, day, sound: '' });
    }
  }
}

/** Reads a line of times, or of a time and its sound. */
function readLine(cells: readonly string[], found: Pasted): void {
  for (const [column, cell] of cells.entries()) {
    const parts = partsOf(cell);
    const times = parts.map(timeOf);
    if (parts.length > 0 && times.every((time) => time === null)) {
      const last = found.times.at(-1);
      const isBesideTime = column > 0 && timeOf(cells[column - 1] ?? '') !== null;
      if (isBesideTime && last !== undefined) last.sound = cell;
      else found.refused.push(cell);
      continue;
    }
    for (const [i, time] of times.entries()) {
      if (time === null) found.refused.push(parts[i] ?? '');
      else found.times.push({ time, day: null, sound: '' });
    }
  }
}

const partsOf = (cell: string) => cell.split(/[\s,;，；、]+/).filter((part) => part !== '');
