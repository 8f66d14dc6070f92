import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '../../../../contract/language.ts';
import { target, tokens } from '../../theme/tokens.ts';
import {
  addDays,
  addMonths,
  longDateText,
  monthDays,
  monthText,
  weekdayTexts,
  weekPlace,
} from './calendarDays.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginBottom: '4px' },
  month: { fontWeight: tokens.fontWeightSemibold },
  days: { display: 'grid', gridTemplateColumns: `repeat(7, ${target(36)})` },
  weekday: {
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  day: {
    height: target(32),
    padding: 0,
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  outside: { color: tokens.colorNeutralForeground3 },
  today: { border: `1px solid ${tokens.colorNeutralStrokeAccessible}` },
  chosen: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    ':hover': { backgroundColor: tokens.colorBrandBackground },
  },
});

/** Days to move by each arrow key. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Month in which a day is chosen, by pointer, arrow keys, Home and End of the week, and Page Up and Page Down. */
export function Calendar(props: { value: string | null; today: string; onPick: (day: string) => void }) {
  const s = useStyles();
  const { t, i18n } = useTranslation();
  const language = toLanguage(i18n.language);
  const [at, setAt] = useState(props.value ?? props.today);
  const active = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day with the focus has changed
  useEffect(() => active.current?.focus(), [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) setAt(addDays(at, step));
    else if (event.key === 'PageUp') setAt(addMonths(at, -1));
    else if (event.key === 'PageDown') setAt(addMonths(at, 1));
    else if (event.key === 'Home') setAt(addDays(at, -weekPlace(at)));
    else if (event.key === 'End') setAt(addDays(at, 6 - weekPlace(at)));
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <div className={s.head}>
        <Button
          appearance="subtle"
          icon={<ChevronLeftRegular />}
          aria-label={t('kit.previousMonth')}
          title={t('kit.previousMonth')}
          onClick={() => setAt(addMonths(at, -1))}
        />
        <span className={s.month} aria-live="polite">
          {monthText(at, language)}
        </span>
        <Button
          appearance="subtle"
          icon={<ChevronRightRegular />}
          aria-label={t('kit.nextMonth')}
          title={t('kit.nextMonth')}
          onClick={() => setAt(addMonths(at, 1))}
        />
      </div>
      <div className={s.days} aria-hidden="true">
        {weekdayTexts(language).map((name) => (
          <span key={name} className={s.weekday}>
            {name}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its buttons */}
      <div className={s.days} onKeyDown={onKeyDown}>
        {monthDays(at).map((day) => (
          <button
            key={day}
            type="button"
            ref={day === at ? active : undefined}
            tabIndex={day === at ? 0 : -1}
            aria-label={longDateText(day, language)}
            aria-pressed={day === props.value}
            {...(day === props.today ? { 'aria-current': 'date' as const } : {})}
            className={mergeClasses(
              s.day,
              day.slice(0, 7) !== at.slice(0, 7) && s.outside,
              day === props.today && s.today,
              day === props.value && s.chosen,
            )}
            onClick={() => props.onPick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
    </div>
  );
}
