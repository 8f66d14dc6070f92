import { Button, mergeClasses } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayType, PlanException, Term } from '../../../../contract/entities/tasks/plan.ts';
import { CalendarMonth } from './CalendarMonth.tsx';
import { useCalendarStyles } from './calendarStyles.ts';
import { type DayRange, movedDate, rangeOf } from './exceptions.ts';

/**
 * A year of a plan, month by month: the days on which it runs, and its exceptions. Days are selected with the
 * pointer (dragging, or Shift and a click for a range) or with the arrow keys (Shift for a range, Page Up and
 * Down for months).
 */
export function PlanCalendar(props: {
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
  onChoose: (days: DayRange) => void;
}) {
  const s = useCalendarStyles();
  const { t } = useTranslation();
  const { start, end, everyWeeks, terms, types, exceptions, chosen, onChoose, today } = props;
  const [active, setActive] = useState(chosen?.from ?? (start > today ? start : today));
  const [anchor, setAnchor] = useState(active);
  const isDragging = useRef(false);
  /** Last position of the pointer, px of the screen. */
  const at = useRef('');
  const root = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(false);
  const year = Number(active.slice(0, 4));
  useEffect(() => {
    // Shows a selection made in the list.
    if (chosen !== null && !isDragging.current)
      setActive((at) => (at >= chosen.from && at <= chosen.to ? at : chosen.from));
  }, [chosen]);
  useEffect(() => {
    const day = root.current?.querySelector<HTMLElement>(`[data-date="${active}"]`);
    // On a small screen a year is longer than the dialog. It does not scroll while the pointer is selecting.
    if (!isDragging.current) day?.scrollIntoView({ block: 'nearest' });
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    day?.focus();
  }, [active]);
  const goYear = (step: number) => setActive(`${year + step}${active.slice(4, 8)}01`);
  const choose = (date: string, extend: boolean) => {
    setActive(date);
    if (!extend) setAnchor(date);
    onChoose(extend ? rangeOf(anchor, date) : { from: date, to: date });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = movedDate(active, event.key);
    if (to === null || Number.isNaN(Date.parse(to))) return;
    event.preventDefault();
    shouldFocus.current = true;
    choose(to, event.shiftKey);
  };
  return (
    <>
      <div className={s.head}>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronLeftRegular />}
          aria-label={t('plan.yearBefore')}
          title={t('plan.yearBefore')}
          onClick={() => goYear(-1)}
        />
        <span className={s.year} aria-live="polite">
          {year}
        </span>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronRightRegular />}
          aria-label={t('plan.yearAfter')}
          title={t('plan.yearAfter')}
          onClick={() => goYear(1)}
        />
        <span className={s.legend}>
          {(['inside', 'skip', 'weekday', 'day_type', 'plan'] as const).map((kind) => (
            <span key={kind} className={s.key}>
              <span className={mergeClasses(s.swatch, s[kind])} />
              {kind === 'inside' ? t('plan.usual') : t(`codes.exceptionAction.${kind}`)}
            </span>
          ))}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of the form around it */}
      <div
        ref={root}
        className={s.months}
        role="group"
        aria-label={t('plan.calendar')}
        aria-description={t('plan.calendarKeys')}
        onKeyDown={onKeyDown}
        onPointerUp={() => {
          isDragging.current = false;
        }}
        onPointerLeave={() => {
          isDragging.current = false;
        }}
      >
        {Array.from({ length: 12 }, (_, month) => (
          <CalendarMonth
            // biome-ignore lint/suspicious/noArrayIndexKey: the months of a year do not move
            key={month}
            {...{ year, month, start, end, everyWeeks, terms, types, exceptions, today, chosen, active }}
            onDown={(date, extend, place) => {
              isDragging.current = true;
              at.current = place;
              choose(date, extend);
            }}
            onPress={choose}
            onOver={(date, place) => {
              // An unmoved pointer selects nothing: the days have moved under it.
              if (!isDragging.current || at.current === place) return;
              at.current = place;
              choose(date, true);
            }}
          />
        ))}
      </div>
    </>
  );
}
