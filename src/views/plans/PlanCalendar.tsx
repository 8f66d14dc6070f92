import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanException } from '../../../contract/entities/plan.ts';
import { weekOrder } from '../schedule/taskStatus.ts';
import { tokens } from '../theme/tokens.ts';
import { type DayRange, exceptionOn, movedDate, rangeOf, weeksOf } from './exceptions.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '36px', flexWrap: 'wrap' },
  year: {
    minWidth: '56px',
    textAlign: 'center',
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
  },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 12px',
    marginLeft: 'auto',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  key: { display: 'flex', alignItems: 'center', gap: '4px' },
  months: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(204px, 1fr))',
    gap: '12px 20px',
    overflowY: 'auto',
    flexGrow: 1,
    minHeight: 0,
    padding: '2px',
  },
  month: {
    borderCollapse: 'collapse',
    width: '100%',
    tableLayout: 'fixed',
    alignSelf: 'start',
    '& caption': { textAlign: 'left', fontWeight: tokens.fontWeightSemibold, padding: '2px 4px' },
    '& th': {
      fontWeight: tokens.fontWeightRegular,
      fontSize: tokens.fontSizeBase100,
      color: tokens.colorNeutralForeground3,
      height: '18px',
    },
    '& td': { padding: '1px', textAlign: 'center' },
  },
  day: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    height: '26px',
    padding: 0,
    border: '1px solid transparent',
    borderRadius: '2px',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '14px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '0' },
  },
  outside: { color: tokens.colorNeutralForeground3 },
  inside: { backgroundColor: tokens.colorNeutralBackground4 },
  skip: {
    backgroundColor: 'transparent',
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    textDecorationLine: 'line-through',
  },
  weekday: { backgroundColor: tokens.tocsinData4 },
  plan: {
    backgroundColor: tokens.tocsinData2,
    color: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.tocsinData2 },
  },
  chosen: { boxShadow: `0 0 0 2px ${tokens.colorCompoundBrandStroke}` },
  today: { fontWeight: tokens.fontWeightSemibold, textDecorationLine: 'underline' },
  mark: { fontSize: '9px', lineHeight: '9px' },
  swatch: { width: '14px', height: '14px', borderRadius: '2px', boxSizing: 'border-box' },
});

/**
 * A year of a plan, month by month: on which days it runs, and what it does differently on some. Days are chosen with
 * the pointer (dragged over, or Shift and a click for a range) or with the arrow keys (Shift for a range, Page Up and
 * Down for months).
 */
export function PlanCalendar(props: {
  start: string;
  /** Null: without an end. */
  end: string | null;
  exceptions: readonly PlanException[];
  today: string;
  chosen: DayRange | null;
  onChoose: (days: DayRange) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { start, end, exceptions, chosen, onChoose, today } = props;
  const [active, setActive] = useState(chosen?.from ?? (start > today ? start : today));
  const [anchor, setAnchor] = useState(active);
  const isDragging = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(false);
  const year = Number(active.slice(0, 4));
  useEffect(() => {
    // Chosen elsewhere, in the list: the calendar shows it.
    if (chosen !== null && !isDragging.current)
      setActive((at) => (at >= chosen.from && at <= chosen.to ? at : chosen.from));
  }, [chosen]);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    root.current?.querySelector<HTMLElement>(`[data-date="${active}"]`)?.focus();
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
  return (
    <>
      <div className={s.head}>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronLeftRegular />}
          aria-label={t('plan.yearBefore')}
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
          onClick={() => goYear(1)}
        />
        <span className={s.legend}>
          {(['inside', 'skip', 'weekday', 'plan'] as const).map((kind) => (
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the months of a year do not move
          <table key={month} className={s.month}>
            <caption>{t(`plan.month.${month + 1}`)}</caption>
            <thead>
              <tr>
                {weekOrder.map((day) => (
                  <th key={day} scope="col" abbr={t(`codes.weekday.${day}`)}>
                    {t(`plan.weekdayLetter.${day}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(year, month).map((week) => (
                <tr key={week.find((date) => date !== null)}>
                  {week.map((date, place) => {
                    // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing else
                    if (date === null) return <td key={place} />;
                    const isInside = date >= start && (end === null || date <= end);
                    const one = exceptionOn(exceptions, date);
                    const isChosen = chosen !== null && date >= chosen.from && date <= chosen.to;
                    return (
                      <td key={date}>
                        <button
                          type="button"
                          tabIndex={date === active ? 0 : -1}
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
                          onPointerDown={(event) => {
                            isDragging.current = true;
                            choose(date, event.shiftKey);
                          }}
                          onClick={(event) => {
                            // From the keyboard: no pointer went down before.
                            if (event.detail === 0) choose(date, event.shiftKey);
                          }}
                          onPointerEnter={() => isDragging.current && choose(date, true)}
                        >
                          {Number(date.slice(8))}
                          {one?.action === 'weekday' && (
                            <span className={s.mark}>{t(`plan.weekdayLetter.${one.weekday}`)}</span>
                          )}
                        </button>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </>
  );
}
