import { useTranslation } from 'react-i18next';
import type { DayType, PlanException, Term } from '../../../../contract/entities/tasks/plan.ts';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { weekOrder } from '../../shared/tasks/taskStatus.ts';

/** Describes the fields of a plan that two people may change at the same time. */
export function usePlanFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const exception = (value: unknown) => {
    const { start_date: from, end_date: to, action, desc } = value as PlanException;
    const days = from === to ? from : t('schedule.fromTo', { from, to });
    return [days, t(`codes.exceptionAction.${action}`), desc].filter(Boolean).join(t('kit.listComma'));
  };
  const dayType = (value: unknown) => {
    const { name, weekdays } = value as DayType;
    const days = weekOrder.filter((day) => weekdays.includes(day));
    return [name, days.map((day) => t(`schedule.weekdayShort.${day}`)).join(t('schedule.dayJoin'))].join(' ');
  };
  const term = (value: unknown) => {
    const { name, start_date: from, end_date: to } = value as Term;
    return `${name} ${t('schedule.fromTo', { from, to })}`;
  };
  return [
    words.plain('name', t('common.name')),
    words.plain('start_date', t('schedule.startDate')),
    words.plain('end_date', t('schedule.endDate')),
    {
      name: 'every_weeks',
      label: t('plan.weeks'),
      text: (value) => t(`plan.everyWeeks.${value}`),
    },
    words.enabled('enabled'),
    { name: 'exam', label: t('exam.title'), text: (value) => t(value ? 'common.yes' : 'common.no') },
    words.plain('desc', t('common.description')),
    { name: 'day_types', label: t('dayType.title'), text: dayType, isList: true },
    { name: 'terms', label: t('term.title'), text: term, isList: true },
    { name: 'exceptions', label: t('plan.exceptions'), text: exception, isList: true },
  ];
}
