import { makeStyles } from '@fluentui/react-components';
import type { ColDef } from 'ag-grid-community';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { Observable } from 'rxjs';
import { BatchResult } from '../action/BatchResult.tsx';
import type { BatchShown } from '../action/useBatch.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import type { RowEvent } from '../grid/feed.ts';
import { ListEmpty } from '../layout/ListEmpty.tsx';
import { GridTools } from '../toolbar/GridTools.tsx';
import { LiveAge } from '../toolbar/LiveAge.tsx';
import { SearchField } from '../toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../toolbar/SelectionBar.tsx';
import { StatusBar } from '../toolbar/StatusBar.tsx';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import type { LiveListState } from './useLiveList.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

export interface LiveListProps<Row extends { id: number }> {
  list: LiveListState<Row>;
  /** Key of the stored column layout. */
  name: string;
  /** Title of the list: accessible name, and name of the exported file. */
  label: string;
  /** Built in a `useMemo`. */
  columns: ColDef<Row>[];
  /** The live rows; one collection of `streams`. */
  rows: { changes$: Observable<RowEvent<Row>>; filter(test: (row: Row) => boolean): Row[] };
  /** Filter by the address. Keep its identity while its result is the same. */
  filter: (row: Row) => boolean;
  /** Filters by their names in the address, each with the function that describes its value. */
  words: Readonly<Record<string, (value: string) => string>>;
  /** Placeholder of the search field. */
  search: string;
  /** Actions on the ticked rows; without them rows cannot be ticked. */
  actions?: (rows: readonly Row[]) => readonly BatchAction[];
  /** Outcome of the last batch (`useBatch`). */
  outcome?: BatchShown;
  /** Called on Enter or a double click on a row. */
  onOpen: (row: Row) => void;
  /** Texts of the empty list: what is missing, why, and the next step. */
  empty: { icon: ReactElement; title: string; why: string; actions?: ReactNode };
  /** Figures above the toolbar. */
  counters?: ReactNode;
  /** Filters, after the search field. */
  children?: ReactNode;
  /** At the right end of the toolbar, after the tools of the grid. */
  tools?: ReactNode;
  /** Side panel beside the grid. */
  aside?: ReactNode;
  /** At the right of the status bar. */
  notes?: ReactNode;
}

/** List of live rows: counters, search, filters, actions on ticked rows, the grid, and a side panel. */
export function LiveList<Row extends { id: number }>(props: LiveListProps<Row>) {
  const s = useStyles();
  const { list, rows, actions } = props;
  const { criteria, change, selection, handle } = list;
  const source = useMemo(() => ({ live: rows.changes$ }), [rows]);
  const ticked = actions === undefined ? [] : rows.filter((row) => selection.ids.has(row.id));
  const filters = Object.fromEntries(
    Object.entries(criteria.filters).filter(([name]) => name in props.words),
  );
  return (
    <div className={s.root}>
      {props.counters}
      <Toolbar
        end={
          <>
            <GridTools handle={handle} fileName={props.label} />
            {props.tools}
          </>
        }
      >
        <SearchField value={criteria.q} placeholder={props.search} onChange={(q) => change({ q: q ?? '' })} />
        {props.children}
      </Toolbar>
      {actions !== undefined && (
        <SelectionBar
          count={ticked.length}
          actions={actions(ticked)}
          onClear={selection.clear}
          outcome={props.outcome}
        />
      )}
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<Row>
            name={props.name}
            label={props.label}
            columns={props.columns}
            source={source}
            handle={handle}
            sort={criteria.sort}
            onSort={(sort) => change({ sort: sort ?? '' })}
            filter={props.filter}
            {...(actions === undefined ? {} : { selected: selection.ids, onSelect: selection.set })}
            onOpen={props.onOpen}
            empty={
              <ListEmpty
                criteria={{ ...criteria, filters }}
                change={change}
                {...props.empty}
                filterText={(name, value) => props.words[name]?.(value) ?? value}
              />
            }
          />
        </div>
        {props.aside}
      </div>
      <StatusBar
        handle={handle}
        {...(actions === undefined ? {} : { selected: ticked.length })}
        age={<LiveAge />}
      >
        {actions === undefined && props.outcome ? <BatchResult {...props.outcome} /> : props.notes}
      </StatusBar>
    </div>
  );
}
