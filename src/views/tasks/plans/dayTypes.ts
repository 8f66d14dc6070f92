import type { DayType, PlanException } from '../../../../contract/entities/tasks/plan.ts';

/** Makes a day type with the next free number of its plan. */
export function newDayType(types: readonly DayType[], name: string): DayType {
  return { id: Math.max(0, ...types.map(({ id }) => id)) + 1, name, weekdays: [] };
}

/** Gives a weekday to a day type, or takes it away; no other day type has it then. */
export function withWeekday(types: readonly DayType[], id: number, day: number): DayType[] {
  return types.map((one) => {
    const rest = one.weekdays.filter((other) => other !== day);
    const isAdded = one.id === id && !one.weekdays.includes(day);
    return { ...one, weekdays: isAdded ? [...rest, day].sort((a, b) => a - b) : rest };
  });
}

/** Exceptions without those of day types that do not exist any more. */
export function withKnownTypes(list: readonly PlanException[], types: readonly DayType[]): PlanException[] {
  return list.filter((one) => one.action !== 'day_type' || types.some((type) => type.id === one.day_type));
}
