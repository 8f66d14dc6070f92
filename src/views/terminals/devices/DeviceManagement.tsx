import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeviceLive, deviceEntity } from '../../../../contract/entities/terminals/device.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { csvColumnsOf } from '../../app/csv.ts';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { useListState } from '../../kit/list/useListState.ts';
import { GroupPanel } from '../../shared/groups/GroupPanel.tsx';
import { type DeviceColumnContext, deviceColumns } from '../../shared/terminals/deviceColumns.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { useZonePlaces } from '../../shared/zones/useZones.ts';
import { scaleNow } from '../../theme/scale.ts';
import { DeviceCounters, DeviceFilters, NoDevices } from './DeviceFilters.tsx';
import { DevicePanel } from './DevicePanel.tsx';
import { ForeignDialog } from './foreign/ForeignDialog.tsx';
import { KindZoneTree } from './KindZoneTree.tsx';
import { useDeviceActions } from './useDeviceActions.tsx';
import { defaultSort, useDeviceCriteria } from './useDeviceCriteria.ts';
import { useDeviceSummaries } from './useDeviceSummary.ts';

/** Update interval of the ages of the last reports, and of columns that depend on other feeds, ms. */
const refreshEveryMs = 1000;

/** menu_device_management: all terminals, live, with what plays at each and why, and their actions. */
export function Component() {
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const clock = useSiteClock();
  const zones = useZonePlaces();
  const list = useListState<DeviceLive>(defaultSort);
  const { selection, handle, opened, open, put } = list;
  const view = useDeviceCriteria(zones, list);
  const summaries = useDeviceSummaries(view.base);
  const batch = useBatch(
    useMemo(() => crud(deviceEntity), [crud]),
    () => undefined,
  );

  const context = useMemo<DeviceColumnContext>(
    () => ({
      t,
      timeZone: clock.timeZone(),
      now: clock.now,
      broadcast: streams.task.get,
      zoneName: (id) => streams.zoneName(id),
      groupName: (id) => streams.deviceGroup.get(id)?.name ?? '',
      width: window.innerWidth / scaleNow(),
    }),
    [t, clock, streams],
  );
  const columns = useMemo(() => deviceColumns(context), [context]);
  useEffect(() => {
    // The reasons name broadcasts by type and priority, so this feed is kept subscribed.
    const tasks = streams.task.changes$.subscribe();
    const timer = setInterval(() => {
      handle.api$.value?.refreshCells({ columns: ['reason', 'groups'] });
      handle.api$.value?.refreshCells({ columns: ['reported_at'], force: true });
    }, refreshEveryMs);
    return () => {
      clearInterval(timer);
      tasks.unsubscribe();
    };
  }, [handle, streams]);

  const may = usePermission();
  const [isAdding, setAdding] = useState(false);
  const ids = useMemo(() => [...selection.ids], [selection.ids]);
  const { actions, dialogs } = useDeviceActions({
    ids,
    zones,
    run: batch.run,
    csvColumns: () => (handle.api$.value === null ? [] : csvColumnsOf(handle.api$.value)),
    onOpen: open,
    onClear: selection.clear,
  });

  const add = may('create_device') && (
    // Not the primary action: terminals of ours are adopted from the list of found ones.
    <CreateButton label={t('foreign.add')} isSecondary onPress={() => setAdding(true)} />
  );
  return (
    <Splitter
      name="device"
      left={
        <GroupPanel
          selected={view.group}
          onSelect={(id) => put({ group: id === undefined ? '' : String(id) })}
        >
          <KindZoneTree
            kind="device"
            zones={zones}
            selected={view.org}
            onSelect={(id) => put({ org: id === undefined ? '' : String(id) })}
          />
        </GroupPanel>
      }
    >
      <LiveList<DeviceLive>
        list={list}
        name="device"
        label={t('menu.menu_device_management')}
        columns={columns}
        rows={streams.device}
        filter={view.filter}
        search={t('devices.search')}
        actions={() => actions}
        outcome={batch.shown}
        onOpen={(row) => open(row.id)}
        empty={<NoDevices view={view} zones={zones} summaries={summaries} />}
        head={<DeviceCounters view={view} summaries={summaries} />}
        tools={
          <>
            <TransferMenu kind="device" filters={{ org: view.org, q: view.q }} />
            {add}
          </>
        }
        aside={
          opened !== undefined && (
            <DevicePanel
              key={opened}
              id={opened}
              zones={zones}
              context={context}
              run={(label, action, row) => batch.run(label, action, [row])}
              onClose={() => open(undefined)}
            />
          )
        }
        notes={
          <>
            <span>{t('devices.order')}</span>
            <span>{t('devices.updates')}</span>
          </>
        }
      >
        <DeviceFilters view={view} summaries={summaries} />
      </LiveList>
      {dialogs}
      {isAdding && <ForeignDialog zones={zones ?? []} org={view.org} onClose={() => setAdding(false)} />}
    </Splitter>
  );
}
