import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, MicPulseRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { map, merge, throttleTime } from 'rxjs';
import type { CapturerTask } from '../../../contract/entities/capturerTask.ts';
import { useApp } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { BatchResult } from '../kit/BatchResult.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { Counters } from '../kit/toolbar/Counters.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { useCriteria } from '../kit/useCriteria.ts';
import { useObservable } from '../kit/useObservable.ts';
import { useSelection } from '../kit/useSelection.ts';
import { type RunAction, runActions } from '../schedule/taskStatus.ts';
import { capturerTaskColumns, livelyColumns } from './capturerTaskColumns.ts';
import { capturerTaskStates, stateOf } from './capturerTaskView.ts';
import { mayRunCapturer, useCapturerTaskActions } from './useCapturerTaskActions.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

const icons = { start: 'play', pause: 'pause', resume: 'play', stop: 'stop' } as const;
/** Levels and targets come from other feeds than the rows, and are painted so often, ms. */
const refreshEveryMs = 250;
const noRows: CapturerTask[] = [];

/** menu_capturer_task: which channel is heard where, live; by hand or by the capturer's inputs. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const stale = useStaleReason();
  const { criteria, change } = useCriteria({ sort: 'state' });
  const { state, capturer } = criteria.filters;
  const word = (criteria.q ?? '').trim().toLocaleLowerCase();
  const selection = useSelection();
  const actions = useCapturerTaskActions();
  const handle = useGridHandle<CapturerTask>();
  const source = useMemo(() => ({ live: streams.capturerTask.changes$ }), [streams]);
  const rows$ = useMemo(
    () =>
      streams.capturerTask.rows$.pipe(
        throttleTime(refreshEveryMs, undefined, { leading: true, trailing: true }),
      ),
    [streams],
  );
  const rows = useObservable(rows$, noRows);
  const capturerOf = streams.terminals.capturer.get;

  // Read while cells are painted.
  const latest = useRef({ actions, stale });
  latest.current = { actions, stale };
  const columns = useMemo(() => {
    const reasonOf = (row: CapturerTask, action: RunAction) => {
      if (!latest.current.actions.mayOperate) return t('kit.noRight');
      if (action === 'stop') return undefined;
      return row.whole ? latest.current.stale : t('capturerTask.notWhole');
    };
    return capturerTaskColumns({
      t,
      capturerOf,
      liveOf: streams.task.get,
      buttons: (row) =>
        runActions
          .filter((action) => mayRunCapturer(row, action))
          .map((key) => ({
            key,
            icon: icons[key],
            label: t('schedule.actionOf', { action: t(`schedule.action.${key}`), name: row.name }),
            reason: reasonOf(row, key),
          })),
      onButton: (row, key) => {
        if (key !== 'stop' && !mayOperate(`capturer_task.${row.id}.${key}`)) return;
        latest.current.actions.act(row.id, key as RunAction).catch(() => undefined);
      },
    });
  }, [t, streams, capturerOf, mayOperate]);
  useEffect(() => {
    const held = merge(streams.terminals.capturer.changes$, streams.task.changes$)
      .pipe(
        throttleTime(refreshEveryMs, undefined, { leading: true, trailing: true }),
        map(() => handle.api$.value?.refreshCells({ columns: livelyColumns })),
      )
      .subscribe();
    return () => held.unsubscribe();
  }, [handle, streams]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a right or the link that is lost greys the buttons
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
  }, [handle, stale, actions.mayOperate]);

  const base = useMemo(
    () => (row: CapturerTask) =>
      (!capturer || String(row.capturer) === capturer) &&
      (word === '' || row.name.toLocaleLowerCase().includes(word)),
    [capturer, word],
  );
  const filter = useMemo(
    () => (row: CapturerTask) => base(row) && (!state || stateOf(row) === state),
    [base, state],
  );
  const shown = rows.filter(base);
  const capturerName = (id: number) => capturerOf(id)?.name ?? String(id);
  const ticked = rows.filter((row) => selection.ids.has(row.id));
  const add = actions.mayCreate && (
    <Button
      size="small"
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={stale !== undefined}
      {...(stale === undefined ? {} : { title: stale })}
      onClick={actions.create}
    >
      {t('schedule.new')}
    </Button>
  );
  return (
    <div className={s.root}>
      <Counters
        label={t('task.byState')}
        items={[
          { key: 'all', label: t('common.all'), count: shown.length },
          ...capturerTaskStates.map((key) => ({
            key,
            label: t(`status.${key}`),
            count: shown.filter((row) => stateOf(row) === key).length,
            status: key,
          })),
        ]}
        value={state}
        onPick={(key) => change({ filters: { state: key === undefined || key === 'all' ? '' : key } })}
      />
      <Toolbar
        end={
          <>
            <GridTools handle={handle} fileName={t('menu.menu_capturer_task')} />
            {add}
          </>
        }
      >
        <SearchField
          value={criteria.q}
          placeholder={t('task.searchEnded')}
          onChange={(q) => change({ q: q ?? '' })}
        />
        <FilterMenu
          label={t('codes.audioSource.3')}
          value={capturer}
          options={[...new Set(rows.map((row) => row.capturer))].map((id) => ({
            value: String(id),
            label: capturerName(id),
          }))}
          onChange={(value) => change({ filters: { capturer: value ?? '' } })}
        />
      </Toolbar>
      <SelectionBar count={ticked.length} actions={actions.actions(ticked)} onClear={selection.clear} />
      {actions.shown && <BatchResult {...actions.shown} />}
      <div className={s.grid}>
        <DataGrid<CapturerTask>
          name="capturer_task"
          label={t('menu.menu_capturer_task')}
          columns={columns}
          source={source}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort: sort ?? '' })}
          filter={filter}
          selected={selection.ids}
          onSelect={selection.set}
          onOpen={(row) => actions.mayEdit && actions.edit(row)}
          empty={
            <ListEmpty
              criteria={{
                ...criteria,
                filters: { ...(state ? { state } : {}), ...(capturer ? { capturer } : {}) },
              }}
              change={change}
              icon={<MicPulseRegular />}
              title={t('capturerTask.noneTitle')}
              why={t('capturerTask.noneWhy')}
              actions={add}
              filterText={(key, value) =>
                key === 'state'
                  ? t(`status.${value}`)
                  : key === 'capturer'
                    ? capturerName(Number(value))
                    : value
              }
            />
          }
        />
      </div>
      <StatusBar handle={handle} selected={ticked.length} age={<LiveAge />}>
        <span>{t('devices.updates')}</span>
      </StatusBar>
      {actions.dialogs}
    </div>
  );
}
