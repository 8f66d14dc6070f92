import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, FlashRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, merge, take } from 'rxjs';
import type { GpioTaskLive } from '../../../contract/entities/gpioTask.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
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
import { gpioTaskColumns, namedColumns } from './gpioTaskColumns.ts';
import { gpioState, gpioStates } from './gpioTaskView.ts';
import { type GpioAction, useGpioActions } from './useGpioActions.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

/** Counters and names of other feeds are looked at so often, ms. */
const refreshEveryMs = 250;
const noRows: GpioTaskLive[] = [];

/** menu_gpio_task: what inputs and alarms switch, live; ordinary ones by inputs, link ones by alarms. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams, mayOperate } = useApp();
  const clock = useSiteClock();
  const stale = useStaleReason();
  const { criteria, change } = useCriteria({ sort: 'state' });
  const { state, type } = criteria.filters;
  const word = (criteria.q ?? '').trim().toLocaleLowerCase();
  const selection = useSelection();
  const actions = useGpioActions();
  const handle = useGridHandle<GpioTaskLive>();
  const source = useMemo(() => ({ live: streams.gpioTask.changes$ }), [streams]);
  const rows$ = useMemo(
    () => merge(streams.gpioTask.rows$.pipe(take(1)), streams.gpioTask.rows$.pipe(auditTime(refreshEveryMs))),
    [streams],
  );
  const rows = useObservable(rows$, noRows);

  // Read while cells are painted.
  const latest = useRef({ actions, stale });
  latest.current = { actions, stale };
  const columns = useMemo(
    () =>
      gpioTaskColumns({
        t,
        timeZone: clock.timeZone(),
        zoneName: (id) => streams.partition.get(id)?.name ?? '',
        panelOf: streams.terminals.fire_control_device.get,
        taskName: (id) => streams.scheduledTask.get(id)?.name ?? `#${id}`,
        buttons(row) {
          const key = row.running ? 'stop' : 'start';
          const reason = latest.current.actions.reason(row, key);
          return [
            {
              key,
              icon: row.running ? 'stop' : 'play',
              label: t('schedule.actionOf', { action: t(`gpio.${key}`), name: row.name }),
              reason: reason ?? (key === 'stop' ? undefined : latest.current.stale),
            },
          ];
        },
        onButton(row, key) {
          if (key !== 'stop' && !mayOperate(`gpio_task.${row.id}.${key}`)) return;
          latest.current.actions.act(row.id, key as GpioAction).catch(() => undefined);
        },
      }),
    [t, clock, streams, mayOperate],
  );
  useEffect(() => {
    const named = merge(
      streams.terminals.fire_control_device.changes$,
      streams.scheduledTask.changes$,
      streams.partition.changes$,
    )
      .pipe(auditTime(refreshEveryMs))
      .subscribe(() => handle.api$.value?.refreshCells({ columns: namedColumns }));
    return () => named.unsubscribe();
  }, [handle, streams]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a right or the link that is lost greys the buttons
  useEffect(() => {
    handle.api$.value?.refreshCells({ columns: ['buttons'] });
  }, [handle, stale]);

  const base = useMemo(
    () => (row: GpioTaskLive) =>
      (!type || row.gpio_type === type) &&
      (word === '' || `${row.name}\n${row.desc}`.toLocaleLowerCase().includes(word)),
    [type, word],
  );
  const filter = useMemo(
    () => (row: GpioTaskLive) => base(row) && (!state || gpioState(row) === state),
    [base, state],
  );
  const shown = rows.filter(base);
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
      {t('gpio.new')}
    </Button>
  );
  return (
    <div className={s.root}>
      <Counters
        label={t('task.byState')}
        items={[
          { key: 'all', label: t('common.all'), count: shown.length },
          ...gpioStates.map((key) => ({
            key,
            label: t(`status.${key}`),
            count: shown.filter((row) => gpioState(row) === key).length,
            status: key,
          })),
        ]}
        value={state}
        onPick={(key) => change({ filters: { state: key === undefined || key === 'all' ? '' : key } })}
      />
      <Toolbar
        end={
          <>
            <GridTools handle={handle} fileName={t('menu.menu_gpio_task')} />
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
          label={t('gpio.type')}
          value={type}
          options={(['ordinary', 'link'] as const).map((one) => ({
            value: one,
            label: t(`codes.gpioTaskType.${one}`),
          }))}
          onChange={(value) => change({ filters: { type: value ?? '' } })}
        />
      </Toolbar>
      <SelectionBar count={ticked.length} actions={actions.actions(ticked)} onClear={selection.clear} />
      {actions.shown && <BatchResult {...actions.shown} />}
      <div className={s.grid}>
        <DataGrid<GpioTaskLive>
          name="gpio_task"
          label={t('menu.menu_gpio_task')}
          columns={columns}
          source={source}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort: sort ?? '' })}
          filter={filter}
          selected={selection.ids}
          onSelect={selection.set}
          onOpen={(row) => actions.mayEdit && !row.in_alarm && actions.edit(row)}
          empty={
            <ListEmpty
              criteria={{
                ...criteria,
                filters: { ...(state ? { state } : {}), ...(type ? { type } : {}) },
              }}
              change={change}
              icon={<FlashRegular />}
              title={t('gpio.noneTitle')}
              why={t('gpio.noneWhy')}
              actions={add}
              filterText={(key, value) =>
                t(key === 'state' ? `status.${value}` : `codes.gpioTaskType.${value}`)
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
