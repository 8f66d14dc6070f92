import { makeStyles } from '@fluentui/react-components';
import { LiveRegular, StopRegular } from '@fluentui/react-icons';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastLive } from '../../../contract/entities/broadcast.ts';
import type { BatchResult as Results } from '../../../contract/envelope.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { BatchResult } from '../kit/BatchResult.tsx';
import { BusyButton } from '../kit/BusyButton.tsx';
import type { RowButton } from '../kit/grid/ButtonsCell.ts';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { Counters } from '../kit/toolbar/Counters.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { useBatch } from '../kit/useBatch.ts';
import { useCriteria } from '../kit/useCriteria.ts';
import type { Playbacks } from './playbacks.ts';
import { useProgressClasses } from './progressStyles.ts';
import { taskColumns } from './taskColumns.ts';
import { taskState, taskStates } from './taskState.ts';
import type { Control, TaskControl } from './useTaskControl.ts';
import { useTaskSummary } from './useTaskSummary.ts';

const useStyles = makeStyles({ grid: { flexGrow: 1, minHeight: 0 } });

/** Times are painted anew once a second. */
const tickMs = 1000;
const icons = { previous: 'previous', pause: 'pause', resume: 'play', next: 'next', stop: 'stop' } as const;

/** All that is on the air, paused or waiting, abnormal first; nothing of it goes through React. */
export function OnAirTasks(props: {
  playbacks: Playbacks;
  control: TaskControl;
  onOpen: (id: number) => void;
  start: ReactNode;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams, mayOperate } = useApp();
  const clock = useSiteClock();
  const { criteria, change } = useCriteria({ sort: 'state' });
  const { state, type } = criteria.filters;
  const { q } = criteria;
  const handle = useGridHandle<BroadcastLive>();
  const progress = useProgressClasses();
  const summary = useTaskSummary();
  const { playbacks } = props;
  // Read while cells are painted, and repainted when one of them changes.
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
      if (pressed !== 'stop' && !mayOperate(control.current.operationOf(row, pressed))) return;
      control.current.press(row, pressed).catch(() => undefined);
    };
    return taskColumns({ t, timeZone: clock.timeZone(), now: clock.now, progress, buttons, onButton });
  }, [t, clock, playbacks, mayOperate, progress]);

  const { stale, mayStop } = props.control;
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
    const pressed = playbacks.changes$.subscribe((id) => {
      const node = handle.api$.value?.getRowNode(String(id));
      if (node !== undefined) handle.api$.value?.refreshCells({ rowNodes: [node], columns: ['buttons'] });
    });
    if (stale !== undefined) return () => pressed.unsubscribe();
    const timer = setInterval(
      () => handle.api$.value?.refreshCells({ columns: ['state', 'progress', 'level', 'buttons'] }),
      tickMs,
    );
    return () => {
      clearInterval(timer);
      pressed.unsubscribe();
    };
  }, [handle, playbacks, stale]);

  const filter = useMemo(() => {
    const word = (q ?? '').trim().toLocaleLowerCase();
    return (row: BroadcastLive) =>
      (!state || taskState(row, clock.now()) === state) &&
      (!type || String(row.task_type) === type) &&
      (word === '' ||
        [row.name, row.item_name, row.started_by].some((text) => text.toLocaleLowerCase().includes(word)));
  }, [q, state, type, clock]);
  const source = useMemo(() => ({ live: streams.task.changes$ }), [streams]);
  const stopAll = useBatch({ batch: () => api.post<Results>('/v1/task/stop_all', {}) }, () => undefined);
  const typeText = (value: string | number) => t(`codes.taskType.${value}`);
  return (
    <>
      <Counters
        label={t('task.byState')}
        items={[
          { key: 'all', label: t('common.all'), count: summary.all },
          ...taskStates.map((key) => ({
            key,
            label: t(`status.${key}`),
            count: summary.states[key],
            status: key,
          })),
        ]}
        value={state}
        onPick={(key) => change({ filters: { state: key === undefined || key === 'all' ? '' : key } })}
      />
      <Toolbar
        end={
          <>
            {mayStop && summary.all > 0 && (
              <BusyButton
                always
                size="small"
                icon={<StopRegular />}
                onPress={() => stopAll.run(t('common.stopAll'), 'stop', summary.rows)}
              >
                {t('common.stopAll')}
              </BusyButton>
            )}
            <GridTools handle={handle} fileName={t('menu.menu_task_status')} />
          </>
        }
      >
        <SearchField
          value={q}
          placeholder={t('task.search')}
          onChange={(text) => change({ q: text ?? '' })}
        />
        <FilterMenu
          label={t('task.type')}
          value={type}
          options={summary.types.map((value) => ({ value: String(value), label: typeText(value) }))}
          onChange={(value) => change({ filters: { type: value ?? '' } })}
        />
      </Toolbar>
      {stopAll.shown && <BatchResult {...stopAll.shown} />}
      <div className={s.grid}>
        <DataGrid<BroadcastLive>
          name="task"
          label={t('task.onAir')}
          columns={columns}
          source={source}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort: sort ?? '' })}
          filter={filter}
          onOpen={(row) => props.onOpen(row.id)}
          empty={
            <ListEmpty
              criteria={{
                ...criteria,
                filters: { ...(state ? { state } : {}), ...(type ? { type } : {}) },
              }}
              change={change}
              icon={<LiveRegular />}
              title={t('shell.nothingOnAir')}
              why={t('task.nothingWhy')}
              actions={props.start}
              filterText={(key, value) => {
                if (key === 'state') return t(`status.${value}`);
                return key === 'type' ? typeText(value) : value;
              }}
            />
          }
        />
      </div>
      <StatusBar handle={handle} age={<LiveAge />}>
        <span>{t('task.order')}</span>
        <span>{t('devices.updates')}</span>
      </StatusBar>
    </>
  );
}
