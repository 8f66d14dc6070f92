import { mergeClasses } from '@fluentui/react-components';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanException } from '../../../contract/entities/plan.ts';
import { weekOrder } from '../schedule/taskStatus.ts';
import { useCalendarStyles } from './calendarStyles.ts';
import { type DayRange, exceptionOn, weeksOf } from './exceptions.ts';

const placeOf = ({ screenX, screenY }: PointerEvent) => `${screenX} ${screenY}`;

/** A month of a plan's year: each day says whether the plan runs on it, and what it does differently. */
export function CalendarMonth(props: {
  year: number;
  /** 0: January. */
  month: number;
  start: string;
  /** Null: without an end. */
  end: string | null;
  exceptions: readonly PlanException[];
  today: string;
  chosen: DayRange | null;
  /** The day that the keyboard stands on. */
  active: string;
  /**
   * The pointer goes down on a day; a day is pressed by the keyboard. `extend`: the range goes on to it; `place`: where
   * the pointer is on the screen.
   */
  onDown: (date: string, extend: boolean, place: string) => void;
  onPress: (date: string, extend: boolean) => void;
  /** The pointer comes over a day. */
  onOver: (date: string, place: string) => void;
}) {
  const s = useCalendarStyles();
  const { t } = useTranslation();
  const { start, end, exceptions, chosen, today } = props;
  const words = (date: string, one: PlanException | undefined, isInside: boolean) => {
    if (!isInside) return t('plan.outside', { date });
    if (one === undefined) return t('plan.asUsual', { date });
    const what =
      one.action === 'weekday' ? t(`codes.weekday.${one.weekday}`) : t(`codes.exceptionAction.${one.action}`);
    return [date, what, one.desc].filter((text) => text !== '').join(t('kit.listComma'));
  };
  /** What stands on the day itself. */
  const face = (date: string, one: PlanException | undefined) =>
    `${Number(date.slice(8))}${one?.action === 'weekday' ? ` ${t(`plan.weekdayLetter.${one.weekday}`)}` : ''}`;
  const day = (date: string) => {
    const isInside = date >= start && (end === null || date <= end);
    const one = exceptionOn(exceptions, date);
    const isChosen = chosen !== null && date >= chosen.from && date <= chosen.to;
    return (
      <button
        type="button"
        tabIndex={date === props.active ? 0 : -1}
        data-date={date}
        aria-pressed={isChosen}
        aria-label={`${face(date, one)}${t('kit.listComma')}${words(date, one, isInside)}`}
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
          // From the keyboard: no pointer went down before.
          if (event.detail === 0) props.onPress(date, event.shiftKey);
        }}
        onPointerEnter={(event) => props.onOver(date, placeOf(event))}
      >
        {Number(date.slice(8))}
        {one?.action === 'weekday' && (
          <span className={s.mark}>{t(`plan.weekdayLetter.${one.weekday}`)}</span>
        )}
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
