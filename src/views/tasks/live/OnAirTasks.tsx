import { LiveRegular, StopRegular } from '@fluentui/react-icons';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import type { RowButton } from '../../kit/grid/ButtonsCell.ts';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { searchWord, useListState } from '../../kit/list/useListState.ts';
import { useAnswered } from '../../kit/rows/useAnswered.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import type { Playbacks } from '../../shared/playback/playbacks.ts';
import { useRepaintPlaybacks } from '../../shared/playback/useRepaintPlaybacks.ts';
import { isOfAlarm, taskState, taskStates } from '../../shared/startTask/taskState.ts';
import { useStopAll, useStopEach } from '../../shared/startTask/useStopAll.ts';
import { useProgressClasses } from './progressStyles.ts';
import { taskColumns } from './taskColumns.ts';
import type { Control, TaskControl } from './useTaskControl.ts';
import { useTaskSummary } from './useTaskSummary.ts';

/** Update interval of the times, ms. */
const tickMs = 1000;
const icons = {
  previous: 'previous',
  pause: 'pause',
  resume: 'play',
  next: 'next',
  stop: 'stop',
  alarm: 'open',
} as const;

/** Grid of all running, paused and waiting broadcasts, abnormal ones first; the rows bypass React. */
export function OnAirTasks(props: {
  playbacks: Playbacks;
  control: TaskControl;
  onOpen: (id: number) => void;
  start: ReactNode;
}) {
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const clock = useSiteClock();
  const list = useListState<BroadcastLive>('state');
  const { handle } = list;
  const { state, type } = list.criteria.filters;
  const word = searchWord(list.criteria.q);
  const progress = useProgressClasses();
  const summary = useTaskSummary();
  const { playbacks } = props;
  const answered = useAnswered();
  // Read while cells are rendered; a change renders them again.
  const control = useRef(props.control);
  control.current = props.control;

  const columns = useMemo(() => {
    const buttons = (row: BroadcastLive): RowButton[] =>
      control.current.shown(row).map((key) => ({
        key,
        icon: icons[key],
        label: control.current.labelOf(row, key),
        reason: control.current.reasonOf(row, key),
        busy: playbacks.of(row.id).busy,
      }));
    const onButton = (row: BroadcastLive, key: string) => {
      const pressed = key as Control;
      if (pressed !== 'stop' && pressed !== 'alarm' && !mayOperate(control.current.operationOf(row, pressed)))
        return;
      const work = control.current.press(row, pressed);
      (pressed === 'stop' ? answered(work) : work).catch(() => undefined);
    };
    return taskColumns({ t, timeZone: clock.timeZone(), now: clock.now, progress, buttons, onButton });
  }, [t, clock, playbacks, mayOperate, progress, answered]);

  const { stale, mayStop } = props.control;
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
    if (stale !== undefined) return;
    const timer = setInterval(
      () => handle.api$.value?.refreshCells({ columns: ['state', 'progress', 'level', 'buttons'] }),
      tickMs,
    );
    return () => clearInterval(timer);
  }, [handle, stale]);
  useRepaintPlaybacks(handle, playbacks);

  const filter = useMemo(
    () => (row: BroadcastLive) =>
      (!state || taskState(row, clock.now()) === state) &&
      (!type || String(row.task_type) === type) &&
      [row.name, row.item_name, row.started_by].join('\n').toLocaleLowerCase().includes(word),
    [word, state, type, clock],
  );
  const confirmStopAll = useStopAll(playbacks);
  const stopAll = useBatch({ batch: useStopEach(playbacks) }, () => undefined);
  const typeText = (value: string | number) => t(`codes.taskType.${value}`);
  return (
    <LiveList
      list={list}
      name="task"
      label={t('menu.menu_task_status')}
      columns={columns}
      rows={streams.task}
      filter={filter}
      words={{ state: (value) => t(`status.${value}`), type: typeText }}
      search={t('task.search')}
      outcome={stopAll.shown}
      onOpen={(row) => props.onOpen(row.id)}
      empty={{
        icon: <LiveRegular />,
        title: t('shell.nothingOnAir'),
        hint: t('task.nothingWhy'),
        actions: props.start,
      }}
      head={
        <StateCounters
          label={t('task.byState')}
          states={taskStates}
          counts={summary.counts}
          value={state}
          onPick={(next) => list.put({ state: next })}
        />
      }
      tools={
        // Always shown: a task that is about to begin is in no list yet.
        mayStop && (
          <BusyButton
            always
            size="small"
            icon={<StopRegular />}
            onPress={() =>
              stopAll.run(
                t('common.stopAll'),
                'stop',
                summary.rows.filter((row) => !isOfAlarm(row)),
                {},
                () => confirmStopAll({ quiet: true }),
              )
            }
          >
            {t('common.stopAll')}
          </BusyButton>
        )
      }
      notes={
        <>
          <span>{t('task.order')}</span>
          <span>{t('devices.updates')}</span>
        </>
      }
    >
      <FilterMenu
        label={t('task.type')}
        value={type}
        options={summary.types.map((value) => ({ value: String(value), label: typeText(value) }))}
        onChange={(value) => list.put({ type: value ?? '' })}
      />
    </LiveList>
  );
}
