import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, CalendarClockRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledTaskLive } from '../../../contract/entities/scheduledTask.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { BatchResult } from '../kit/BatchResult.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { Splitter } from '../kit/Splitter.tsx';
import { Counters } from '../kit/toolbar/Counters.tsx';
import { GridTools } from '../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../kit/toolbar/LiveAge.tsx';
import { SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { useCriteria } from '../kit/useCriteria.ts';
import { useSelection } from '../kit/useSelection.ts';
import { useZones } from '../zones/useZones.ts';
import { PlanTree } from './PlanTree.tsx';
import { ScheduleFilters } from './ScheduleFilters.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { scheduleColumns } from './scheduleColumns.ts';
import { mayRun, type RunAction, runActions, validities } from './taskStatus.ts';
import { usePlans } from './usePlans.ts';
import { useScheduleFilter } from './useScheduleFilter.ts';
import { useScheduleSummary } from './useScheduleSummary.ts';
import { useTaskActions } from './useTaskActions.tsx';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

const icons = { start: 'play', pause: 'pause', resume: 'play', stop: 'stop' } as const;
/** "Next run" changes its words by time alone, ms. */
const refreshEveryMs = 30_000;

/** Saved tasks of all kinds: plans on the left, tasks live on the right. */
export function TaskList() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const clock = useSiteClock();
  const stale = useStaleReason();
  const { criteria, change } = useCriteria({ sort: 'next_run' });
  const { plan = '', validity, type, source, enabled, org } = criteria.filters;
  const opened = Number(criteria.filters.id) || undefined;
  const open = (id: number | undefined) => change({ filters: { id: id === undefined ? '' : String(id) } });
  const plans = usePlans();
  const zones = useZones();
  const filter = useScheduleFilter(criteria, 'all', zones);
  const summary = useScheduleSummary(useScheduleFilter(criteria, 'base', zones));
  const selection = useSelection();
  const actions = useTaskActions();
  const handle = useGridHandle<ScheduledTaskLive>();
  const rows = useMemo(() => ({ live: streams.scheduledTask.changes$ }), [streams]);
  const planName = (id: string) =>
    id === '0' ? t('schedule.noPlanTasks') : (plans?.find((one) => String(one.id) === id)?.name ?? id);

  // Read while cells are painted.
  const latest = useRef({ actions, stale });
  latest.current = { actions, stale };
  const columns = useMemo(() => {
    const reasonOf = (action: RunAction) => {
      if (!latest.current.actions.mayOperate) return t('kit.noRight');
      return action === 'stop' ? undefined : latest.current.stale;
    };
    return scheduleColumns({
      t,
      timeZone: clock.timeZone(),
      now: clock.now,
      width: window.innerWidth,
      buttons: (row) =>
        runActions
          .filter((action) => mayRun(row, action))
          .map((key) => ({
            key,
            icon: icons[key],
            label: t('schedule.actionOf', { action: t(`schedule.action.${key}`), name: row.name }),
            reason: reasonOf(key),
          })),
      onButton: (row, key) => {
        if (key !== 'stop' && !mayOperate(`schedule.${row.id}.${key}`)) return;
        latest.current.actions.act(row.id, key as RunAction).catch(() => undefined);
      },
    });
  }, [t, clock, mayOperate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a right or the link that is lost greys the buttons
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
    const timer = setInterval(
      () => handle.api$.value?.refreshCells({ columns: ['next_run'] }),
      refreshEveryMs,
    );
    return () => clearInterval(timer);
  }, [handle, stale, actions.mayOperate]);

  const ticked = streams.scheduledTask.filter((row) => selection.ids.has(row.id));
  const chosenPlan = Number(plan) > 0 ? Number(plan) : null;
  const add = actions.mayCreate && (
    <Button
      size="small"
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={stale !== undefined}
      {...(stale === undefined ? {} : { title: stale })}
      onClick={() => actions.create(chosenPlan)}
    >
      {t('schedule.new')}
    </Button>
  );
  const shownFilters = Object.fromEntries(
    Object.entries({ plan, validity, type, source, enabled, org }).filter(([, value]) => value),
  ) as Record<string, string>;
  return (
    <Splitter
      name="schedule"
      left={<PlanTree plans={plans} selected={plan} onSelect={(id) => change({ filters: { plan: id } })} />}
    >
      <div className={s.area}>
        <Counters
          label={t('schedule.byValidity')}
          items={[
            { key: 'all', label: t('common.all'), count: summary.all },
            ...validities.map((key) => ({
              key,
              label: t(`codes.taskValidity.${key}`),
              count: summary.validity[key],
              status: key,
            })),
          ]}
          value={validity}
          onPick={(key) => change({ filters: { validity: key === undefined || key === 'all' ? '' : key } })}
        />
        <Toolbar
          end={
            <>
              <GridTools handle={handle} fileName={t('menu.menu_task_management')} />
              {add}
            </>
          }
        >
          <ScheduleFilters
            criteria={criteria}
            change={change}
            sources={summary.sources}
            zones={zones ?? []}
          />
        </Toolbar>
        <SelectionBar count={ticked.length} actions={actions.actions(ticked)} onClear={selection.clear} />
        {actions.shown && <BatchResult {...actions.shown} />}
        <div className={s.middle}>
          <div className={s.grid}>
            <DataGrid<ScheduledTaskLive>
              name="scheduled_task"
              label={t('menu.menu_task_management')}
              columns={columns}
              source={rows}
              handle={handle}
              sort={criteria.sort}
              onSort={(sort) => change({ sort: sort ?? '' })}
              filter={filter}
              selected={selection.ids}
              onSelect={selection.set}
              onOpen={(row) => open(row.id)}
              empty={
                <ListEmpty
                  criteria={{ ...criteria, filters: shownFilters }}
                  change={change}
                  icon={<CalendarClockRegular />}
                  title={t('schedule.noneTitle')}
                  why={t('schedule.noneWhy')}
                  actions={add}
                  filterText={(name, value) => {
                    if (name === 'plan') return planName(value);
                    if (name === 'validity') return t(`codes.taskValidity.${value}`);
                    if (name === 'type') return t(`codes.taskType.${value}`);
                    if (name === 'source') return t(`codes.audioSource.${value}`);
                    if (name === 'org')
                      return zones?.find((zone) => String(zone.id) === value)?.name ?? value;
                    if (name === 'enabled') return t(value === 'true' ? 'common.enabled' : 'common.disabled');
                    return value;
                  }}
                />
              }
            />
          </div>
          {opened !== undefined && (
            <SchedulePanel key={opened} id={opened} actions={actions} onClose={() => open(undefined)} />
          )}
        </div>
        <StatusBar handle={handle} selected={ticked.length} age={<LiveAge />}>
          <span>{t('schedule.timesIn', { zone: clock.timeZone() })}</span>
        </StatusBar>
        {actions.dialogs}
      </div>
    </Splitter>
  );
}
