import { makeStyles } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeviceLive, deviceEntity } from '../../../../contract/entities/terminals/device.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { csvColumnsOf } from '../../app/csv.ts';
import { useBatch } from '../../kit/action/useBatch.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { Counters } from '../../kit/toolbar/Counters.tsx';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../../kit/toolbar/LiveAge.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { GroupPanel } from '../../shared/groups/GroupPanel.tsx';
import { DeviceEmpty } from '../../shared/terminals/DeviceEmpty.tsx';
import { type DeviceColumnContext, deviceColumns } from '../../shared/terminals/deviceColumns.ts';
import { counterKeys, shownCounters } from '../../shared/terminals/deviceStatus.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { scaleNow } from '../../theme/scale.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceFilters, useActiveFilters } from './DeviceFilters.tsx';
import { DevicePanel } from './DevicePanel.tsx';
import { useDeviceCriteria } from './useDeviceCriteria.ts';
import { useDeviceSummary } from './useDeviceSummary.ts';
import { useKindZones } from './useKindZones.ts';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** Update interval of the ages of the last reports, and of columns that depend on other feeds, ms. */
const refreshEveryMs = 1000;

/** menu_device_management: all terminals, live, with what plays at each and why, and their actions. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const clock = useSiteClock();
  const zones = useZones();
  const counted = useKindZones('device', zones);
  const view = useDeviceCriteria(zones);
  const summary = useDeviceSummary(view.base);
  const selection = useSelection();
  const batch = useBatch(
    useMemo(() => crud(deviceEntity), [crud]),
    () => undefined,
  );
  const handle = useGridHandle<DeviceLive>();
  const active = useActiveFilters(view, zones, summary);

  const context = useMemo<DeviceColumnContext>(
    () => ({
      t,
      timeZone: clock.timeZone(),
      now: clock.now,
      broadcast: streams.task.get,
      zoneName: (id) => streams.partition.get(id)?.name ?? '',
      groupName: (id) => streams.deviceGroup.get(id)?.name ?? '',
      width: window.innerWidth / scaleNow(),
    }),
    [t, clock, streams],
  );
  const columns = useMemo(() => deviceColumns(context), [context]);
  const source = useMemo(() => ({ live: streams.device.changes$ }), [streams]);
  useEffect(() => {
    // The reasons name broadcasts by type and priority, so this feed is kept subscribed.
    const tasks = streams.task.changes$.subscribe();
    const timer = setInterval(() => {
      handle.api$.value?.refreshCells({ columns: ['why', 'groups'] });
      handle.api$.value?.refreshCells({ columns: ['reported_at'], force: true });
    }, refreshEveryMs);
    return () => {
      clearInterval(timer);
      tasks.unsubscribe();
    };
  }, [handle, streams]);

  const open = (id: number | undefined) =>
    view.change({ filters: { id: id === undefined ? '' : String(id) } });
  const clearFilters = () =>
    view.change({
      q: '',
      filters: { org: '', group: '', state: '', role: '', version: '', task: '', more: '' },
    });
  const ids = useMemo(() => [...selection.ids], [selection.ids]);

  return (
    <Splitter
      name="device"
      left={
        <GroupPanel
          selected={view.group}
          onSelect={(id) => view.change({ filters: { group: id === undefined ? '' : String(id) } })}
        >
          <ZoneTree
            zones={counted ?? []}
            selected={view.org}
            onSelect={(id) => view.change({ filters: { org: id === undefined ? '' : String(id) } })}
            {...(zones === undefined
              ? {}
              : { empty: <EmptyState title={t('zones.noneTitle')} why={t('zones.noneWhy')} /> })}
          />
        </GroupPanel>
      }
    >
      <div className={s.area}>
        <Counters
          label={t('devices.byState')}
          items={shownCounters(counterKeys, summary?.counts, view.state).map((key) => ({
            key,
            label: key === 'all' ? t('common.all') : t(`status.${key}`),
            count: summary?.counts[key],
            ...(key === 'all' ? {} : { status: key }),
          }))}
          value={view.state}
          onPick={(key) => view.change({ filters: { state: key === 'all' ? '' : (key ?? '') } })}
        />
        <Toolbar
          end={
            <>
              <TransferMenu kind="device" filters={{ org: view.org, q: view.q }} />
              <GridTools handle={handle} fileName="devices" />
            </>
          }
        >
          <DeviceFilters view={view} summary={summary} />
        </Toolbar>
        <DeviceActions
          ids={ids}
          zones={zones}
          run={batch.run}
          csvColumns={() => (handle.api$.value === null ? [] : csvColumnsOf(handle.api$.value))}
          onOpen={open}
          onClear={selection.clear}
          outcome={batch.shown}
        />
        <div className={s.middle}>
          <div className={s.grid}>
            <DataGrid<DeviceLive>
              name="device"
              label={t('menu.menu_device_management')}
              columns={columns}
              source={source}
              handle={handle}
              sort={view.sort}
              onSort={(sort) => view.change({ sort })}
              selected={selection.ids}
              onSelect={selection.set}
              filter={view.filter}
              onOpen={(row) => open(row.id)}
              empty={
                <DeviceEmpty
                  filters={active}
                  onDrop={(key) => view.change(key === 'q' ? { q: '' } : { filters: { [key]: '' } })}
                  onClear={clearFilters}
                />
              }
            />
          </div>
          {view.opened !== undefined && (
            <DevicePanel
              key={view.opened}
              id={view.opened}
              zones={zones}
              context={context}
              run={(label, action, row) => batch.run(label, action, [row])}
              onClose={() => open(undefined)}
            />
          )}
        </div>
        <StatusBar handle={handle} selected={ids.length} age={<LiveAge />}>
          <span>{t('devices.order')}</span>
          <span>{t('devices.updates')}</span>
        </StatusBar>
      </div>
    </Splitter>
  );
}
