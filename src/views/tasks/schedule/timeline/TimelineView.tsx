import { Button, Tab, TabList, ToggleButton } from '@fluentui/react-components';
import { TableRegular, ZoomInRegular, ZoomOutRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../../contract/format.ts';
import { isDate } from '../../../../../contract/schedule/calendar.ts';
import { createZone } from '../../../../../contract/schedule/zone.ts';
import { useSiteClock } from '../../../app/AppContext.tsx';
import { useObservable } from '../../../app/useObservable.ts';
import { useGridHandle } from '../../../kit/grid/handle.ts';
import { EmptyState } from '../../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../../kit/layout/LoadingRows.tsx';
import { useCriteria } from '../../../kit/rows/useCriteria.ts';
import { FaultGlyph } from '../../../kit/status/Glyph.tsx';
import { FilterMenu } from '../../../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../../../kit/toolbar/GridTools.tsx';
import { StatusBar } from '../../../kit/toolbar/StatusBar.tsx';
import { useZones } from '../../../shared/zones/useZones.ts';
import { SchedulePanel } from '../SchedulePanel.tsx';
import { usePlans } from '../usePlans.ts';
import { useTaskActions } from '../useTaskActions.tsx';
import { DateSteps } from './DateSteps.tsx';
import { Legend } from './Legend.tsx';
import { clampWindow, type Span, type SpanKind, spanOf, zoomWindow } from './scale.ts';
import { TimelineChart } from './TimelineChart.tsx';
import { type TableRun, TimelineTable } from './TimelineTable.tsx';
import { useTimelineStyles } from './timelineStyles.ts';
import { useTimeline } from './useTimeline.ts';

/** Update interval of the line of the present time, ms. */
const tickMs = 5_000;
/** Initial window of today: an hour before now and four after, seconds. */
const BEFORE = 3600;
const AFTER = 4 * 3600;

/** Timeline of a day or week by zone: runs that sound, that are held back, and that are never heard. */
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
  return (
    <div className={s.root}>
      <div className={s.bar}>
        <DateSteps date={date} kind={kind} today={today} onDate={goTo} />
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
            <EmptyState title={t('common.interfaceFailed')} hint={error.message} />
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
