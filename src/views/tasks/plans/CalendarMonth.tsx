import { mergeClasses } from '@fluentui/react-components';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayType, PlanException, Term } from '../../../../contract/entities/tasks/plan.ts';
import { dayOf } from '../../../../contract/schedule/calendar.ts';
import { isInTerms, isInWeeks } from '../../../../contract/schedule/recurrence.ts';
import { weekOrder } from '../../shared/tasks/taskStatus.ts';
import { useCalendarStyles } from './calendarStyles.ts';
import { type DayRange, exceptionOn, weeksOf } from './exceptions.ts';

const placeOf = ({ screenX, screenY }: PointerEvent) => `${screenX} ${screenY}`;

/** A month of a plan's calendar: each day shows whether the plan runs, and its exception. */
export function CalendarMonth(props: {
  year: number;
  /** 0: January. */
  month: number;
  start: string;
  /** Null: no end. */
  end: string | null;
  /** Its tasks run in every so many weeks. */
  everyWeeks: number;
  terms: readonly Term[];
  types: readonly DayType[];
  exceptions: readonly PlanException[];
  today: string;
  chosen: DayRange | null;
  /** Day that has the keyboard focus. */
  active: string;
  /**
   * Called when the pointer goes down on a day, or a day is pressed by keyboard. `extend`: extends the range
   * to it; `place`: position of the pointer on the screen.
   */
  onDown: (date: string, extend: boolean, place: string) => void;
  onPress: (date: string, extend: boolean) => void;
  /** Called when the pointer moves over a day. */
  onOver: (date: string, place: string) => void;
}) {
  const s = useCalendarStyles();
  const { t } = useTranslation();
  const { start, end, everyWeeks, terms, exceptions, chosen, today } = props;
  const typeName = (id: number | null) => props.types.find((one) => one.id === id)?.name ?? '';
  const words = (date: string, one: PlanException | undefined, isInside: boolean) => {
    if (!isInside) return t('plan.outside', { date });
    if (one === undefined) return t('plan.asUsual', { date });
    const what =
      one.action === 'weekday'
        ? t(`codes.weekday.${one.weekday}`)
        : one.action === 'day_type'
          ? typeName(one.day_type)
          : t(`codes.exceptionAction.${one.action}`);
    return [date, what, one.desc].filter((text) => text !== '').join(t('kit.listComma'));
  };
  /** Mark of an exception below the number of its day: the letter of a weekday, or the first of a day type. */
  const markOf = (one: PlanException | undefined) => {
    if (one?.action === 'weekday') return t(`plan.weekdayLetter.${one.weekday}`);
    return one?.action === 'day_type' ? ([...typeName(one.day_type)][0] ?? '') : '';
  };
  /** Content of a day. */
  const nameOf = (date: string, one: PlanException | undefined) =>
    [String(Number(date.slice(8))), markOf(one)].filter((text) => text !== '').join(' ');
  const day = (date: string) => {
    const isInDates = date >= start && (end === null || date <= end) && isInTerms(terms, date);
    const isInside = isInDates && isInWeeks(dayOf(start), everyWeeks, dayOf(date));
    const one = exceptionOn(exceptions, date);
    const isChosen = chosen !== null && date >= chosen.from && date <= chosen.to;
    return (
      <button
        type="button"
        tabIndex={date === props.active ? 0 : -1}
        data-date={date}
        aria-pressed={isChosen}
        aria-label={`${nameOf(date, one)}${t('kit.listComma')}${words(date, one, isInside)}`}
        title={words(date, one, isInside)}
        className={mergeClasses(
          s.day,
          isInside ? s.inside : s.outside,
          one !== undefined && s[one.action],
          date === today && s.today,
          isChosen && s.chosen,
        )}
        onPointerDown={(event) => props.onDown(date, event.shiftKey, placeOf(event))}
        onClick={(event) => {
          // By keyboard: without a pointerdown before.
          if (event.detail === 0) props.onPress(date, event.shiftKey);
        }}
        onPointerEnter={(event) => props.onOver(date, placeOf(event))}
      >
        {Number(date.slice(8))}
        {markOf(one) !== '' && <span className={s.mark}>{markOf(one)}</span>}
      </button>
    );
  };
  return (
    <table className={s.month}>
      <caption>{t(`plan.month.${props.month + 1}`)}</caption>
      <thead>
        <tr>
          {weekOrder.map((weekday) => (
            <th key={weekday} scope="col" abbr={t(`codes.weekday.${weekday}`)}>
              {t(`plan.weekdayLetter.${weekday}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(props.year, props.month).map((week) => (
          <tr key={week.find((date) => date !== null)}>
            {week.map((date, place) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing else
              date === null ? <td key={place} /> : <td key={date}>{day(date)}</td>,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
