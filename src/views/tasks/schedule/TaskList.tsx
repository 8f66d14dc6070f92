import { Button } from '@fluentui/react-components';
import { CalendarClockRegular, ClockArrowDownloadRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledTaskLive } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { useRepaint, useRepaintButtons } from '../../kit/grid/useRepaint.ts';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { useListState } from '../../kit/list/useListState.ts';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import { countStates, StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { useRepaintPlaybacks } from '../../shared/playback/useRepaintPlaybacks.ts';
import { type RunAction, validities } from '../../shared/tasks/taskStatus.ts';
import { useZones } from '../../shared/zones/useZones.ts';
import { scaleNow } from '../../theme/scale.ts';
import { DelayDialog } from './delay/DelayDialog.tsx';
import { PlanTree } from './PlanTree.tsx';
import { runButtons } from './runButtons.ts';
import { ScheduleFilters } from './ScheduleFilters.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { scheduleColumns } from './scheduleColumns.ts';
import { usePlans } from './usePlans.ts';
import { useScheduleFilter } from './useScheduleFilter.ts';
import { useTaskActions } from './useTaskActions.tsx';

/** Refresh interval of "next run", whose text depends on the time, ms. */
const refreshEveryMs = 30_000;
const nextRun = ['next_run'] as const;

/** Saved tasks of all kinds: plans on the left, live tasks on the right. */
export function TaskList() {
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const clock = useSiteClock();
  const stale = useStaleReason();
  const list = useListState<ScheduledTaskLive>('next_run');
  const { criteria, put, handle, opened, open } = list;
  const { plan = '', validity } = criteria.filters;
  const plans = usePlans();
  const zones = useZones();
  const filter = useScheduleFilter(criteria, 'all', zones);
  const base = useScheduleFilter(criteria, 'base', zones);
  const all = useRowsNow(streams.scheduledTask);
  const counted = useMemo(() => all.filter(base), [all, base]);
  const actions = useTaskActions(open);
  const [isDelaying, setDelaying] = useState(false);
  const { playbacks } = actions.runs;

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
      width: window.innerWidth / scaleNow(),
      waiting: (task) => streams.queuedStart.filter((one) => one.scheduled_task === task)[0],
      buttons: (row) => runButtons(t, row.name, playbacks.of(row.id), reasonOf),
      onButton: (row, key) => {
        if (key !== 'stop' && !mayOperate(`schedule.${row.id}.${key}`)) return;
        latest.current.actions.runs.act(row.id, key as RunAction).catch(() => undefined);
      },
    });
  }, [t, clock, mayOperate, playbacks, streams]);
  useRepaintButtons(handle, stale, actions.mayOperate);
  useRepaintPlaybacks(handle, playbacks);
  useRepaint(handle, nextRun, streams.queuedStart.changes$);
  useEffect(() => {
    const timer = setInterval(
      () => handle.api$.value?.refreshCells({ columns: [...nextRun] }),
      refreshEveryMs,
    );
    return () => clearInterval(timer);
  }, [handle]);

  const chosenPlan = Number(plan) > 0 ? Number(plan) : null;
  const add = actions.mayCreate && (
    <CreateButton label={t('schedule.new')} onPress={() => actions.create(chosenPlan)} />
  );
  return (
    <Splitter
      name="schedule"
      left={<PlanTree plans={plans} selected={plan} onSelect={(id) => put({ plan: id })} />}
    >
      <LiveList
        list={list}
        name="scheduled_task"
        label={t('menu.menu_task_management')}
        columns={columns}
        rows={streams.scheduledTask}
        filter={filter}
        words={{
          plan: (id) =>
            id === '0'
              ? t('schedule.noPlanTasks')
              : (plans?.find((one) => String(one.id) === id)?.name ?? id),
          validity: (value) => t(`codes.taskValidity.${value}`),
          type: (value) => t(`codes.taskType.${value}`),
          source: (value) => t(`codes.audioSource.${value}`),
          enabled: (value) => t(value === 'true' ? 'common.enabled' : 'common.disabled'),
          org: (id) => zones?.find((zone) => String(zone.id) === id)?.name ?? id,
        }}
        search={t('schedule.search')}
        actions={actions.actions}
        outcome={actions.shown}
        done={actions.done}
        onOpen={(row) => open(row.id)}
        empty={{
          icon: <CalendarClockRegular />,
          title: t('schedule.noneTitle'),
          hint: t('schedule.noneWhy'),
          actions: add,
        }}
        head={
          <StateCounters
            label={t('schedule.byValidity')}
            states={validities}
            counts={countStates(counted, (row) => row.validity)}
            value={validity}
            onPick={(next) => put({ validity: next })}
          />
        }
        tools={
          <>
            {actions.mayOperate && (
              <Button size="small" icon={<ClockArrowDownloadRegular />} onClick={() => setDelaying(true)}>
                {t('delay.open')}
              </Button>
            )}
            {add}
          </>
        }
        aside={
          opened !== undefined && (
            <SchedulePanel key={opened} id={opened} actions={actions} onClose={() => open(undefined)} />
          )
        }
        notes={<span>{t('schedule.timesIn', { zone: clock.timeZone() })}</span>}
      >
        <ScheduleFilters
          filters={criteria.filters}
          put={put}
          sources={[...new Set(counted.map((row) => row.audio_source))].sort((a, b) => a - b)}
          zones={zones ?? []}
        />
      </LiveList>
      {actions.dialogs}
      {isDelaying && <DelayDialog onClose={() => setDelaying(false)} />}
    </Splitter>
  );
}
