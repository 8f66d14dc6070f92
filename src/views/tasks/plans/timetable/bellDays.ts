import type { DayType } from '../../../../../contract/entities/tasks/plan.ts';
import { weekOrder } from '../../../shared/tasks/taskStatus.ts';

/** Column of days in a timetable: a weekday (0 Sunday to 6), or a day type of the plan. */
export interface BellDay {
  kind: 'weekday' | 'dayType';
  id: number;
}

/** Days of a bell: weekdays or day types, never both. */
export interface BellDays {
  weekdays: readonly number[];
  dayTypes: readonly number[];
}

export const weekday = (id: number): BellDay => ({ kind: 'weekday', id });
export const dayType = (id: number): BellDay => ({ kind: 'dayType', id });
export const onWeekdays = (weekdays: readonly number[]): BellDays => ({ weekdays, dayTypes: [] });

export const isSameDay = (a: BellDay, b: BellDay): boolean => a.kind === b.kind && a.id === b.id;

/** Days of a new bell: the first day type of the plan, or Monday to Friday. */
export function usualDays(types: readonly Pick<DayType, 'id'>[]): BellDays {
  const [first] = types;
  return first === undefined ? onWeekdays([1, 2, 3, 4, 5]) : { weekdays: [], dayTypes: [first.id] };
}

/** Columns of the timetable of a plan with these day types. */
export function columnsOf(types: readonly Pick<DayType, 'id'>[]): BellDay[] {
  return [...weekOrder.map(weekday), ...types.map(({ id }) => dayType(id))];
}

export function ringsOn(days: BellDays, { kind, id }: BellDay): boolean {
  return (kind === 'weekday' ? days.weekdays : days.dayTypes).includes(id);
}

/** Switches a day of a bell. A weekday replaces day types, and a day type weekdays. */
export function withDay<T extends BellDays>(bell: T, { kind, id }: BellDay, isOn: boolean): T {
  const switched = (ids: readonly number[]) => [...ids.filter((one) => one !== id), ...(isOn ? [id] : [])];
  const keep = (ids: readonly number[]) => (isOn ? [] : ids);
  if (kind === 'dayType')
    return {
      ...bell,
      dayTypes: switched(bell.dayTypes).sort((a, b) => a - b),
      weekdays: keep(bell.weekdays),
    };
  const weekdays = switched(bell.weekdays);
  return {
    ...bell,
    weekdays: weekOrder.filter((day) => weekdays.includes(day)),
    dayTypes: keep(bell.dayTypes),
  };
}

export const hasDays = ({ weekdays, dayTypes }: BellDays): boolean => weekdays.length + dayTypes.length > 0;
