import type { PlanException } from '../../../../contract/entities/tasks/plan.ts';
import { dateOf, dayOf } from '../../../../contract/schedule/calendar.ts';

/** Days from one date to another, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** Range between two dates in either order. */
export function rangeOf(a: string, b: string): DayRange {
  return a <= b ? { from: a, to: b } : { from: b, to: a };
}

export function daysIn({ from, to }: DayRange): number {
  return dayOf(to) - dayOf(from) + 1;
}

const shifted = (date: string, days: number) => dateOf(dayOf(date) + days);

/** Exception of a plan on a day; the last matching one of the list counts (contract/entities/tasks/plan.ts). */
export function exceptionOn(list: readonly PlanException[], date: string): PlanException | undefined {
  return list.findLast((one) => one.start_date <= date && one.end_date >= date);
}

/** Removes days from all exceptions: days before and after them keep theirs. */
export function withoutDays(list: readonly PlanException[], { from, to }: DayRange): PlanException[] {
  return list.flatMap((one) => {
    if (one.end_date < from || one.start_date > to) return [one];
    const parts: PlanException[] = [];
    if (one.start_date < from) parts.push({ ...one, end_date: shifted(from, -1) });
    if (one.end_date > to) parts.push({ ...one, start_date: shifted(to, 1) });
    return parts;
  });
}

/** Sets the exception of days, replacing others. Sorted by date. */
export function withException(
  list: readonly PlanException[],
  days: DayRange,
  one: Pick<PlanException, 'action' | 'weekday' | 'plan_id' | 'day_type' | 'desc'> | null,
): PlanException[] {
  const rest = withoutDays(list, days);
  const added = one === null ? [] : [{ ...one, start_date: days.from, end_date: days.to }];
  return [...rest, ...added].sort((a, b) => (a.start_date < b.start_date ? -1 : 1));
}

/** Adds days without tasks; days that have an exception keep it. `holidays`: days with their names. */
export function withHolidays(
  list: readonly PlanException[],
  holidays: readonly { start_date: string; end_date: string; desc: string }[],
): PlanException[] {
  let found = [...list];
  for (const { start_date, end_date, desc } of holidays) {
    let from: string | null = null;
    for (let date = start_date; date <= shifted(end_date, 1); date = shifted(date, 1)) {
      const isFree = date <= end_date && exceptionOn(found, date) === undefined;
      if (isFree) from ??= date;
      else if (from !== null) {
        const days = { from, to: shifted(date, -1) };
        found = withException(found, days, {
          action: 'skip',
          weekday: null,
          plan_id: null,
          day_type: null,
          desc,
        });
        from = null;
      }
    }
  }
  return found;
}

/** Weeks of a month, beginning on Monday; null for days of other months. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const first = Date.UTC(year, month, 1) / 86_400_000;
  const length = Date.UTC(year, month + 1, 1) / 86_400_000 - first;
  const lead = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
  const cells: (string | null)[] = [
    ...new Array<null>(lead).fill(null),
    ...Array.from({ length }, (_, i) => dateOf(first + i)),
  ];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** Date to which a key moves in the calendar; null for other keys. */
export function movedDate(date: string, key: string): string | null {
  const day = dayOf(date);
  const weekday = (((day + 3) % 7) + 7) % 7;
  switch (key) {
    case 'ArrowLeft':
      return dateOf(day - 1);
    case 'ArrowRight':
      return dateOf(day + 1);
    case 'ArrowUp':
      return dateOf(day - 7);
    case 'ArrowDown':
      return dateOf(day + 7);
    case 'Home':
      return dateOf(day - weekday);
    case 'End':
      return dateOf(day - weekday + 6);
    case 'PageUp':
      return monthLater(date, -1);
    case 'PageDown':
      return monthLater(date, 1);
    default:
      return null;
  }
}

/** Same day of another month, or its last day. */
function monthLater(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 1 + months, Math.min(day, last)) / 86_400_000);
}
