import type { ColDef } from 'ag-grid-community';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { useScreenName } from '../../app/useScreenName.ts';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { useListState } from '../../kit/list/useListState.ts';
import type { Criteria } from '../../kit/rows/criteria.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { StateCounters } from '../../kit/toolbar/StateCounters.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { useZoneFaults } from '../faults/useZoneFaults.ts';
import { useZones } from '../zones/useZones.ts';
import { GroupPanel } from './GroupPanel.tsx';
import type { GroupedForm, GroupedKind, GroupedRow } from './grouped.ts';
import { useGroupedActions } from './useGroupedActions.tsx';
import { useGroupedView } from './useGroupedView.ts';

type Change = (patch: Partial<Criteria>) => void;

/**
 * Live list of entities with zones and groups at its left: counters, search, actions, form and panel.
 * `columns` are built in a `useMemo`.
 */
export function GroupedScreen<Row extends GroupedRow>(props: {
  kind: GroupedKind<Row>;
  columns: ColDef<Row>[];
  form: (open: GroupedForm<Row>, close: () => void) => ReactNode;
  panel: (id: number, actions: (row: Row) => BatchAction[], close: () => void) => ReactNode;
  /** Further filters for the toolbar, and the function that describes the value of each. */
  filters: (criteria: Criteria, change: Change) => ReactNode;
  words: Readonly<Record<string, (value: string) => string>>;
  deleteDetail?: (row: Row) => string;
  /** Further actions on rows, with their dialogs. */
  more?: { actions: (rows: readonly Row[]) => BatchAction[]; dialogs: ReactNode };
  /** Further buttons beside the one that adds a row. */
  tools?: ReactNode;
  /** Shown with the empty list: what has to exist first. */
  before?: ReactNode;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const { kind } = props;
  const { words } = kind;
  const name = useScreenName();
  const zones = useZones();
  const faults = useZoneFaults(zones);
  const list = useListState<Row>('state');
  const { criteria, change, put, opened, open } = list;
  const view = useGroupedView(kind, criteria, zones);
  const actions = useGroupedActions(kind, props);
  const actionsOf = (rows: readonly Row[]) => [
    ...(props.more?.actions(rows) ?? []),
    ...actions.actions(rows),
  ];
  const add = actions.mayCreate && <CreateButton label={t(words.create)} onPress={actions.create} />;
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
      <LiveList
        list={list}
        name={kind.member}
        label={name}
        columns={props.columns}
        rows={kind.feed(streams)}
        filter={view.filter}
        words={{
          org: (id) => streams.zoneName(Number(id)) || id,
          group: (id) => view.group?.name ?? id,
          state: (value) => t(`status.${value}`),
          ...props.words,
        }}
        search={t(words.search)}
        actions={actionsOf}
        outcome={actions.shown}
        onOpen={(row) => open(row.id)}
        empty={{
          icon: kind.icon,
          title: t(words.noneTitle),
          hint: t(words.noneWhy),
          actions: (
            <>
              {add}
              {props.before}
            </>
          ),
        }}
        head={
          <StateCounters
            label={t('devices.byState')}
            states={kind.states}
            counts={view.counts}
            value={criteria.filters.state}
            onPick={(state) => put({ state })}
          />
        }
        tools={
          <>
            {props.tools}
            {add}
          </>
        }
        aside={
          opened !== undefined &&
          props.panel(
            opened,
            (row) => actionsOf([row]),
            () => open(undefined),
          )
        }
      >
        {props.filters(criteria, change)}
      </LiveList>
      {actions.dialogs}
      {props.more?.dialogs}
    </Splitter>
  );
}
