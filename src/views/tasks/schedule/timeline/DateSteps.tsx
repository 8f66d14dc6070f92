import { Button } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { dateOf, isDate } from '../../../../../contract/schedule/calendar.ts';
import { DayInput } from '../../../kit/time/DayInput.tsx';
import { firstDay, type SpanKind, stepDate } from './scale.ts';
import { useTimelineStyles } from './timelineStyles.ts';

/** The day or week shown, with buttons to others. Dates are `YYYY-MM-DD`. */
export function DateSteps(props: {
  date: string;
  kind: SpanKind;
  today: string;
  onDate: (date: string) => void;
}) {
  const s = useTimelineStyles();
  const { t } = useTranslation();
  const { date, kind, today, onDate: goTo } = props;
  const first = dateOf(firstDay(date, kind));
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const title =
    kind === 'week'
      ? t('schedule.fromTo', { from: first, to: stepDate(stepDate(first, 'week', 1), 'day', -1) })
      : `${date} ${t(`schedule.weekdayShort.${weekday}`)}`;
  return (
    <>
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        aria-label={t(`schedule.earlier.${kind}`)}
        title={t(`schedule.earlier.${kind}`)}
        onClick={() => goTo(stepDate(date, kind, -1))}
      />
      <h2 className={s.title} aria-live="polite">
        {title}
      </h2>
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronRightRegular />}
        aria-label={t(`schedule.later.${kind}`)}
        title={t(`schedule.later.${kind}`)}
        onClick={() => goTo(stepDate(date, kind, 1))}
      />
      <Button size="small" onClick={() => goTo(today)}>
        {t('schedule.today')}
      </Button>
      <DayInput
        size="small"
        aria-label={t('schedule.goToDate')}
        value={date}
        onChange={(typed) => isDate(typed) && goTo(typed)}
      />
    </>
  );
}
