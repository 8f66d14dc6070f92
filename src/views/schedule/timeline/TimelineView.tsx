import { Button, Input, mergeClasses, Tab, TabList, ToggleButton } from '@fluentui/react-components';
import {
  ChevronLeftRegular,
  ChevronRightRegular,
  TableRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from '@fluentui/react-icons';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../contract/format.ts';
import { dateOf, isDate } from '../../../../contract/schedule/calendar.ts';
import { createZone } from '../../../../contract/schedule/zone.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { FaultGlyph } from '../../kit/Glyph.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { LoadingRows } from '../../kit/LoadingRows.tsx';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { useCriteria } from '../../kit/useCriteria.ts';
import { useObservable } from '../../kit/useObservable.ts';
import { useZones } from '../../zones/useZones.ts';
import { SchedulePanel } from '../SchedulePanel.tsx';
import { usePlans } from '../usePlans.ts';
import { useTaskActions } from '../useTaskActions.tsx';
import { clampWindow, firstDay, type Span, type SpanKind, spanOf, stepDate, zoomWindow } from './scale.ts';
import { TimelineChart } from './TimelineChart.tsx';
import { type TableRun, TimelineTable } from './TimelineTable.tsx';
import { useTimelineStyles } from './timelineStyles.ts';
import { useTimeline } from './useTimeline.ts';

/** The now line moves so often, ms. */
const tickMs = 5_000;
/** Today begins with an hour before now and four after it, seconds. */
const BEFORE = 3600;
const AFTER = 4 * 3600;

/** Day and week by zone: who sounds when, what is held back, and what is never heard (design 10, look: 05). */
export function TimelineView() {
  const s = useTimelineStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const siteTime = useObservable(clock.time$, clock.time$.value);
  const zoneName = siteTime?.timeZone ?? clock.timeZone();
  const timeZone = useMemo(() => createZone(zoneName), [zoneName]);
  const [now, setNow] = useState(() => clock.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now() / 1000), tickMs);
    return () => clearInterval(timer);
  }, [clock]);

  const { criteria, change } = useCriteria();
  const { filters } = criteria;
  const today = formatTimestamp(Math.floor(now), '', zoneName).slice(0, 10);
  const date = filters.date !== undefined && isDate(filters.date) ? filters.date : today;
  const kind: SpanKind = filters.span === 'week' ? 'week' : 'day';
  const isTable = filters.as === 'table';
  const put = (name: string, value: string) => change({ filters: { [name]: value } });
  const goTo = (to: string) => put('date', to === today ? '' : to);
  const span = useMemo(() => spanOf(date, kind, timeZone), [date, kind, timeZone]);
  const [chosenWindow, setWindow] = useState<{ span: Span; window: Span }>();
  const window = useMemo(() => {
    if (chosenWindow?.span === span) return chosenWindow.window;
    const at = clock.now() / 1000;
    const isNow = kind === 'day' && at > span.from && at < span.to;
    return isNow ? clampWindow({ from: at - BEFORE, to: at + AFTER }, span) : span;
  }, [chosenWindow, span, kind, clock]);
  const zoom = (factor: number) => setWindow({ span, window: zoomWindow(window, factor, span) });

  const zones = useZones();
  const plans = usePlans();
  const plan = Number(filters.plan) || undefined;
  const { runs, truncated, error } = useTimeline(span, plan === undefined ? {} : { plan_id: plan });
  const actions = useTaskActions();
  const opened = Number(filters.id) || undefined;
  const open = (id: number | undefined) => put('id', id === undefined ? '' : String(id));
  const handle = useGridHandle<TableRun>();
  useEffect(() => {
    // The chart has no grid to count its rows.
    if (!isTable) handle.counts$.next({ shown: runs?.length ?? 0, total: runs?.length ?? 0, selected: 0 });
  }, [isTable, handle, runs]);
  const first = dateOf(firstDay(date, kind));
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const title =
    kind === 'week'
      ? t('schedule.fromTo', { from: first, to: stepDate(stepDate(first, 'week', 1), 'day', -1) })
      : `${date} ${t(`schedule.weekdayShort.${weekday}`)}`;
  return (
    <div className={s.root}>
      <div className={s.bar}>
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
        <Input
          size="small"
          type="date"
          aria-label={t('schedule.goToDate')}
          value={date}
          onChange={(_, data) => isDate(data.value) && goTo(data.value)}
        />
        <TabList
          size="small"
          selectedValue={kind}
          aria-label={t('schedule.timeline')}
          onTabSelect={(_, data) => put('span', data.value === 'week' ? 'week' : '')}
        >
          <Tab value="day">{t('schedule.span.day')}</Tab>
          <Tab value="week">{t('schedule.span.week')}</Tab>
        </TabList>
        <FilterMenu
          label={t('schedule.plan')}
          value={filters.plan}
          options={(plans ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(value) => put('plan', value ?? '')}
        />
        <span className={s.rest} />
        {isTable ? <GridTools handle={handle} fileName={t('schedule.timeline')} /> : <Legend />}
        {!isTable && (
          <>
            <Button
              size="small"
              appearance="subtle"
              icon={<ZoomOutRegular />}
              aria-label={t('schedule.zoomOut')}
              title={t('schedule.zoomOut')}
              onClick={() => zoom(2)}
            />
            <Button
              size="small"
              appearance="subtle"
              icon={<ZoomInRegular />}
              aria-label={t('schedule.zoomIn')}
              title={t('schedule.zoomIn')}
              onClick={() => zoom(0.5)}
            />
          </>
        )}
        <ToggleButton
          size="small"
          icon={<TableRegular />}
          checked={isTable}
          onClick={() => put('as', isTable ? '' : 'table')}
        >
          {t('schedule.asTable')}
        </ToggleButton>
      </div>
      <div className={s.middle}>
        <div className={s.chart}>
          {isTable ? (
            <TimelineTable runs={runs} handle={handle} onOpen={open} />
          ) : error !== null && runs === undefined ? (
            <EmptyState title={t('common.interfaceFailed')} why={error.message} />
          ) : runs === undefined || zones === undefined ? (
            <LoadingRows />
          ) : (
            <TimelineChart
              runs={runs}
              zones={zones}
              timeZone={timeZone}
              span={span}
              window={window}
              now={now}
              chosen={opened}
              onWindow={(next) => setWindow({ span, window: next })}
              onOpen={open}
            />
          )}
        </div>
        {opened !== undefined && (
          <SchedulePanel key={opened} id={opened} actions={actions} onClose={() => open(undefined)} />
        )}
      </div>
      <StatusBar handle={handle}>
        {truncated && (
          <span>
            <FaultGlyph size={12} /> {t('schedule.truncated')}
          </span>
        )}
        <span>{t('schedule.lanes')}</span>
        <span>{t('schedule.timesIn', { zone: zoneName })}</span>
      </StatusBar>
      {actions.dialogs}
    </div>
  );
}

/** Priorities that stand for the four greys. */
const shades = [20, 40, 60, 90] as const;

function Legend() {
  const s = useTimelineStyles();
  const { t } = useTranslation();
  const greys = [s.shade0, s.shade1, s.shade2, s.shade3];
  return (
    <span className={s.legend}>
      <span>{t('schedule.outranks')}</span>
      {shades.map((priority, index) => (
        <span key={priority} className={s.key}>
          <span className={mergeClasses(s.swatch, greys[index])} />
          {priority}
        </span>
      ))}
      <span className={s.key}>
        <span className={mergeClasses(s.held, s.swatch)} />
        {t('schedule.heldBack')}
      </span>
      <span className={s.key}>
        <span className={mergeClasses(s.never, s.swatch)} />
        {t('schedule.neverHeardKey')}
      </span>
    </span>
  );
}
