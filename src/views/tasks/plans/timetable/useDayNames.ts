import { useTranslation } from 'react-i18next';
import type { DayType } from '../../../../../contract/entities/tasks/plan.ts';
import type { BellDay } from './bellDays.ts';

/** Names of the columns of days in a timetable. */
export function useDayNames(types: readonly DayType[]) {
  const { t } = useTranslation();
  const typeName = (id: number) => types.find((one) => one.id === id)?.name ?? '';
  return {
    name: ({ kind, id }: BellDay): string => (kind === 'weekday' ? t(`codes.weekday.${id}`) : typeName(id)),
    short: ({ kind, id }: BellDay): string =>
      kind === 'weekday' ? t(`schedule.weekdayShort.${id}`) : typeName(id),
  };
}
export type DayNames = ReturnType<typeof useDayNames>;
