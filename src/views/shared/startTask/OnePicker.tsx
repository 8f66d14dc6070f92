import type { ColDef } from 'ag-grid-community';
import { type ReactNode, useMemo, useState } from 'react';
import type { EntityContract } from '../../../../contract/entities/entity.ts';
import type { MediaGroupLive } from '../../../../contract/entities/sound/library.ts';
import { useApp } from '../../app/AppContext.tsx';
import { paged } from '../../kit/grid/columns.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import type { Criteria } from '../../kit/rows/criteria.ts';
import { type ListCall, useRows } from '../../kit/rows/useRows.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { usePanelStyles } from '../targets/panelStyles.ts';

/** Picker of one library item: search, groups; a tick, Space, Enter or a double click chooses it. */
export function OnePicker<Row extends { id: number; name: string }>(props: {
  entity: EntityContract;
  /** Name of the grid and of the item. */
  name: string;
  label: string;
  groupLabel: string;
  searchLabel: string;
  groups: readonly MediaGroupLive[];
  /** Fixed filters. */
  only?: Record<string, string>;
  /** Built in a `useMemo`. */
  columns: ColDef<Row>[];
  value: number | null;
  onPick: (id: number | null) => void;
  empty: { title: string; hint: string; icon: ReactNode };
}) {
  const s = usePanelStyles();
  const { crud } = useApp();
  const { entity, groups, value, onPick, only = {} } = props;
  const [criteria, setCriteria] = useState<Criteria>({ page: 1, limit: 100, sort: 'name', filters: only });
  const calls = useMemo(() => crud(entity) as unknown as ListCall<Row>, [crud, entity]);
  const { data } = useRows(entity.path, calls, criteria);
  const handle = useGridHandle<Row>();
  const change = (patch: Partial<Criteria>) => setCriteria((old) => ({ ...old, page: 1, ...patch }));
  const columns = useMemo(() => paged(props.columns, entity.sortable), [props.columns, entity]);
  const selected = useMemo(() => new Set(value === null ? [] : [value]), [value]);
  const { group_id } = criteria.filters;
  const narrowed = { ...criteria, filters: group_id === undefined ? {} : { group_id } };
  return (
    <>
      <div className={s.bar}>
        <SearchField value={criteria.q} placeholder={props.searchLabel} onChange={(q) => change({ q })} />
        <FilterMenu
          label={props.groupLabel}
          value={group_id}
          options={groups.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(id) => change({ filters: id === undefined ? only : { ...only, group_id: id } })}
        />
      </div>
      <div className={s.fill}>
        <DataGrid<Row>
          name={props.name}
          label={props.label}
          columns={columns}
          source={{ page: data?.rows, queryKey: data?.queryKey }}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort })}
          selected={selected}
          onSelect={(ids) => onPick(ids.find((id) => id !== value) ?? null)}
          onOpen={(row) => onPick(row.id)}
          empty={
            <ListEmpty
              criteria={narrowed}
              change={(patch) => change({ ...patch, ...(patch.filters ? { filters: only } : {}) })}
              {...props.empty}
              filterText={(key, text) =>
                key === 'group_id' ? (groups.find((one) => String(one.id) === text)?.name ?? text) : text
              }
            />
          }
        />
      </div>
      {(data?.total ?? 0) > criteria.limit && (
        <div className={s.bar}>
          <Pager {...criteria} total={data?.total ?? 0} onPage={(page) => change({ page })} />
        </div>
      )}
    </>
  );
}
