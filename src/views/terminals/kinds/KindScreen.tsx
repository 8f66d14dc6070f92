import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { deviceEntity } from '../../../../contract/entities/terminals/device.ts';
import { terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import type { KindFeeds, KindRow, OtherKind } from '../../../streams/kind.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { csvColumnsOf } from '../../app/csv.ts';
import { useBatch } from '../../kit/action/useBatch.ts';
import { EmptyState, NoMatch } from '../../kit/layout/EmptyState.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { useListState } from '../../kit/list/useListState.ts';
import { Counters } from '../../kit/toolbar/Counters.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { useZoneFaults } from '../../shared/faults/useZoneFaults.ts';
import { GroupPanel } from '../../shared/groups/GroupPanel.tsx';
import { shownCounters } from '../../shared/terminals/deviceStatus.ts';
import { type KindContext, kindColumns } from '../../shared/terminals/kindColumns.ts';
import { kindCounters } from '../../shared/terminals/kindFilter.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { scaleNow } from '../../theme/scale.ts';
import { useKindZones } from '../devices/useKindZones.ts';
import { KindDetails, type KindScreenProps } from './KindDetails.tsx';
import { KindEmpty } from './KindEmpty.tsx';
import { useKindActions } from './useKindActions.ts';
import { useKindView } from './useKindView.ts';

/** Update interval of the ages of the last reports, and of columns that depend on other feeds, ms. */
const refreshEveryMs = 1000;
/**
 * Screen of all terminals of one kind, live: zones and groups as filters, grid, actions, and a side panel.
 */
export function KindScreen<Kind extends OtherKind>(props: KindScreenProps<Kind>) {
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const clock = useSiteClock();
  const zones = useZones();
  const { kind, columns: own, lively } = props;
  const feed: KindFeeds[Kind] = streams.terminals[kind];
  const counted = useKindZones(kind, zones);
  const faults = useZoneFaults(zones);
  const list = useListState<KindRow<Kind>>('state');
  const { selection, handle, opened, open, put } = list;
  const view = useKindView(kind, zones, list);
  const plain = useMemo(() => crud(terminalKinds[kind].entity as typeof deviceEntity), [crud, kind]);
  const batch = useBatch(props.calls ?? plain, () => undefined);
  const context = useMemo<KindContext>(
    () => ({
      t,
      timeZone: clock.timeZone(),
      now: clock.now,
      zoneName: (id) => streams.zoneName(id),
      groupName: (id) => streams.groups[kind].get(id)?.name ?? '',
      width: window.innerWidth / scaleNow(),
    }),
    [t, clock, streams, kind],
  );
  const columns = useMemo(() => kindColumns<KindRow<Kind>>(context, own(context)), [context, own]);
  useEffect(() => {
    const timer = setInterval(() => {
      handle.api$.value?.refreshCells({ columns: ['groups', ...(lively ?? [])] });
      handle.api$.value?.refreshCells({ columns: ['reported_at'], force: true });
    }, refreshEveryMs);
    return () => clearInterval(timer);
  }, [handle, lively]);

  const ids = useMemo(() => [...selection.ids], [selection.ids]);
  const { actions, dialogs } = useKindActions<KindRow<Kind>>({
    kind,
    ids,
    zones,
    run: batch.run,
    csvColumns: () => (handle.api$.value === null ? [] : csvColumnsOf(handle.api$.value)),
    more: props.actions,
    onOpen: open,
    onClear: selection.clear,
  });
  const label = t(`terminalKind.${kind as OtherKind}`);
  const active = [
    ...(view.org === undefined ? [] : [{ key: 'org', text: context.zoneName(view.org) }]),
    ...(view.group ? [{ key: 'group', text: context.groupName(Number(view.group)) }] : []),
    ...(view.state ? [{ key: 'state', text: t(`status.${view.state}`) }] : []),
    ...(view.q ? [{ key: 'q', text: view.q }] : []),
  ];

  return (
    <Splitter
      name={kind}
      left={
        <GroupPanel
          kind={kind}
          selected={view.group}
          onSelect={(id) => put({ group: id === undefined ? '' : String(id) })}
        >
          <ZoneTree
            zones={counted ?? []}
            faults={faults}
            selected={view.org}
            onSelect={(id) => put({ org: id === undefined ? '' : String(id) })}
            {...(zones === undefined
              ? {}
              : { empty: <EmptyState title={t('zones.noneTitle')} hint={t('zones.noneWhy')} /> })}
          />
        </GroupPanel>
      }
    >
      <LiveList<KindRow<Kind>>
        list={list}
        name={props.name ?? kind}
        label={label}
        columns={columns}
        rows={feed}
        filter={view.filter}
        search={t('devices.search')}
        actions={() => actions}
        outcome={batch.shown}
        onOpen={(one) => open(one.id)}
        empty={
          active.length === 0 ? (
            <KindEmpty kind={kind} first={props.first} />
          ) : (
            <NoMatch
              title={t('devices.noMatch')}
              filters={active}
              onDrop={(key) => (key === 'q' ? list.change({ q: '' }) : put({ [key]: '' }))}
              onClear={() => list.change({ q: '', filters: { org: '', group: '', state: '' } })}
            />
          )
        }
        head={
          <>
            {props.head}
            <Counters
              label={t('devices.byState')}
              items={shownCounters(kindCounters, view.counts, view.state).map((key) => ({
                key,
                label: key === 'all' ? t('common.all') : t(`status.${key}`),
                count: view.counts?.[key],
                ...(key === 'all' ? {} : { status: key }),
              }))}
              value={view.state}
              onPick={(key) => put({ state: key === 'all' ? '' : (key ?? '') })}
            />
          </>
        }
        tools={
          <>
            <TransferMenu kind={kind} filters={{ org: view.org, q: view.q }} />
            {props.tools}
          </>
        }
        aside={
          opened !== undefined && (
            <KindDetails<Kind>
              key={opened}
              id={opened}
              screen={props}
              zones={zones}
              context={context}
              run={(text, action, row) => batch.run(text, action, [row])}
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
      />
      {dialogs}
    </Splitter>
  );
}
