import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import type { ColDef } from 'ag-grid-community';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/AppContext.tsx';
import { useScreenName } from '../app/useScreenName.ts';
import { useStaleReason } from '../app/useStaleReason.ts';
import { BatchResult } from '../kit/BatchResult.tsx';
import type { Criteria } from '../kit/criteria.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { Splitter } from '../kit/Splitter.tsx';
import { Counters } from '../kit/toolbar/Counters.tsx';
import { GridTools } from '../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../kit/toolbar/LiveAge.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { ZoneTree } from '../kit/tree/ZoneTree.tsx';
import { useSelection } from '../kit/useSelection.ts';
import { useZones } from '../zones/useZones.ts';
import { GroupPanel } from './GroupPanel.tsx';
import type { GroupedForm, GroupedKind, GroupedRow } from './grouped.ts';
import { useGroupedActions } from './useGroupedActions.tsx';
import { useGroupedView } from './useGroupedView.ts';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

type Change = (patch: Partial<Criteria>) => void;

/**
 * A live list of things that lie in zones and groups, both at its left: counters, search, actions, a form and a panel.
 * `columns` are built in a `useMemo`.
 */
export function GroupedScreen<Row extends GroupedRow>(props: {
  kind: GroupedKind<Row>;
  columns: ColDef<Row>[];
  form: (open: GroupedForm<Row>, close: () => void) => ReactNode;
  panel: (id: number, actions: (row: Row) => BatchAction[], close: () => void) => ReactNode;
  /** More filters for the toolbar, and a filter's value in words. */
  filters: (criteria: Criteria, change: Change) => ReactNode;
  filterText: (name: string, value: string) => string;
  deleteDetail?: (row: Row) => string;
  /** Under no rows at all: what must be there first. */
  before?: ReactNode;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const { kind } = props;
  const { words } = kind;
  const name = useScreenName();
  const stale = useStaleReason();
  const zones = useZones();
  const view = useGroupedView(kind, zones);
  const { criteria, change, opened } = view;
  const put = (filters: Record<string, string>) => change({ filters });
  const open = (id: number | undefined) => put({ id: id === undefined ? '' : String(id) });
  const actions = useGroupedActions(kind, props);
  const selection = useSelection();
  const handle = useGridHandle<Row>();
  const rows = useMemo(() => ({ live: kind.feed(streams).changes$ }), [kind, streams]);
  const ticked = kind.feed(streams).filter((row) => selection.ids.has(row.id));

  const add = actions.mayCreate && (
    <Button
      size="small"
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={stale !== undefined}
      {...(stale === undefined ? {} : { title: stale })}
      onClick={actions.create}
    >
      {t(words.create)}
    </Button>
  );
  const { id: _panel, ...filtering } = criteria.filters;
  const filterText = (filter: string, value: string) => {
    if (filter === 'org') return streams.partition.get(Number(value))?.name ?? value;
    if (filter === 'group') return view.group?.name ?? value;
    if (filter === 'state') return t(`status.${value}`);
    return filter === 'q' ? value : props.filterText(filter, value);
  };
  return (
    <Splitter
      name={kind.member}
      left={
        <GroupPanel
          kind={kind.member}
          selected={criteria.filters.group}
          onSelect={(id) => put({ group: id === undefined ? '' : String(id) })}
        >
          <ZoneTree
            zones={zones ?? []}
            selected={view.org}
            onSelect={(id) => put({ org: id === undefined ? '' : String(id) })}
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
          items={[
            { key: 'all', label: t('common.all'), count: view.counts.all ?? 0 },
            ...kind.states.map((key) => ({
              key,
              label: t(`status.${key}`),
              count: view.counts[key] ?? 0,
              status: key,
            })),
          ]}
          value={criteria.filters.state}
          onPick={(key) => put({ state: key === undefined || key === 'all' ? '' : key })}
        />
        <Toolbar
          end={
            <>
              <GridTools handle={handle} fileName={name} />
              {add}
            </>
          }
        >
          <SearchField
            value={criteria.q}
            placeholder={t(words.search)}
            onChange={(q) => change({ q: q ?? '' })}
          />
          {props.filters(criteria, change)}
        </Toolbar>
        <SelectionBar count={ticked.length} actions={actions.actions(ticked)} onClear={selection.clear} />
        {actions.shown !== undefined && <BatchResult {...actions.shown} />}
        <div className={s.middle}>
          <div className={s.grid}>
            <DataGrid<Row>
              name={kind.member}
              label={name}
              columns={props.columns}
              source={rows}
              handle={handle}
              sort={criteria.sort}
              onSort={(sort) => change({ sort: sort ?? '' })}
              selected={selection.ids}
              onSelect={selection.set}
              filter={view.filter}
              onOpen={(row) => open(row.id)}
              empty={
                <ListEmpty
                  criteria={{ ...criteria, filters: filtering }}
                  change={change}
                  icon={kind.icon}
                  title={t(words.noneTitle)}
                  why={t(words.noneWhy)}
                  actions={
                    <>
                      {add}
                      {props.before}
                    </>
                  }
                  filterText={filterText}
                />
              }
            />
          </div>
          {opened !== undefined &&
            props.panel(
              opened,
              (row) => actions.actions([row]),
              () => open(undefined),
            )}
        </div>
        <StatusBar handle={handle} selected={ticked.length} age={<LiveAge />} />
        {actions.dialogs}
      </div>
    </Splitter>
  );
}
