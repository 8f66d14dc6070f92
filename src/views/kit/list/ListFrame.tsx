import { makeStyles } from '@fluentui/react-components';
import type { ColDef } from 'ag-grid-community';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { LIST_PX, lowWindow } from '../../theme/tokens.ts';
import { BatchResult } from '../action/BatchResult.tsx';
import type { BatchShown } from '../action/useBatch.ts';
import { DataGrid, type DataGridProps } from '../grid/DataGrid.tsx';
import { ListEmpty } from '../layout/ListEmpty.tsx';
import type { Criteria } from '../rows/criteria.ts';
import { SearchField } from '../toolbar/SearchField.tsx';
import { type BatchAction, SelectionBar } from '../toolbar/SelectionBar.tsx';
import { StatusBar } from '../toolbar/StatusBar.tsx';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import { type Failure, ListFailed } from './ListFailed.tsx';
import type { ListState } from './useListState.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    [lowWindow]: { minHeight: `${LIST_PX}px` },
  },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** Parts that a screen gives to a list of any kind. */
export interface ListParts<Row extends { id: number }> {
  /** Key of the stored column layout. */
  name: string;
  /** Title of the list: accessible name, and name of the exported file. */
  label: string;
  /** Built in a `useMemo`. */
  columns: ColDef<Row>[];
  /** Placeholder of the search field. */
  search: string;
  /** Filters by their names in the address, each with the function that describes its value. */
  words?: Readonly<Record<string, (value: string) => string>>;
  /** Actions on the ticked rows; without them rows cannot be ticked. */
  actions?: (rows: readonly Row[]) => readonly BatchAction[];
  /** Outcome of the last batch (`useBatch`). */
  outcome?: BatchShown;
  /** Last finished action with its next steps (`NextSteps`): in the place of the hint to tick rows. */
  done?: ReactNode;
  /** Called on Enter or a double click on a row. */
  onOpen?: (row: Row) => void;
  /** Texts of the empty list: what is missing, why, and the next step; or an empty state of its own. */
  empty: { icon?: ReactElement; title: string; hint: string; actions?: ReactNode } | ReactElement;
  /** Above the toolbar: figures, tabs. */
  head?: ReactNode;
  /** Filters, after the search field. */
  children?: ReactNode;
  /** Right end of the toolbar, after the tools of the grid. */
  tools?: ReactNode;
  /** Side panel beside the grid. */
  aside?: ReactNode;
  /** Between the grid and the status bar. */
  foot?: ReactNode;
  /** Right side of the status bar. */
  notes?: ReactNode;
}

/** Rows of a list as its kind (live, by pages, by key) has them. */
interface ListRows<Row extends { id: number }>
  extends Pick<DataGridProps<Row>, 'source' | 'filter' | 'onSort'> {
  /** Ticked rows that are in the list. */
  ticked: readonly Row[];
  /** Filters in effect: named and removed where no row passes them. */
  filters: Criteria['filters'];
  /** Tools of the grid: columns, export. */
  gridTools: ReactNode;
  failure?: Failure | undefined;
  /** Age of the rows, at the left of the status bar. */
  age?: ReactNode;
  pager?: ReactNode;
}

/**
 * Frame of every list: figures, search, filters, actions on ticked rows, the grid with its empty and failed
 * states, a side panel, and the status bar.
 */
export function ListFrame<Row extends { id: number }>(props: {
  list: Pick<ListState<Row>, 'criteria' | 'change' | 'selection' | 'handle'>;
  parts: ListParts<Row>;
  rows: ListRows<Row>;
}) {
  const s = useStyles();
  const { parts, rows } = props;
  const { criteria, change, selection, handle } = props.list;
  const { actions, words, onOpen } = parts;
  return (
    <div className={s.root}>
      {parts.head}
      <Toolbar
        end={
          <>
            {rows.gridTools}
            {parts.tools}
          </>
        }
      >
        <SearchField value={criteria.q} placeholder={parts.search} onChange={(q) => change({ q: q ?? '' })} />
        {parts.children}
      </Toolbar>
      {actions !== undefined && (
        <SelectionBar
          count={rows.ticked.length}
          actions={actions(rows.ticked)}
          onClear={selection.clear}
          outcome={parts.outcome}
          done={parts.done}
        />
      )}
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<Row>
            name={parts.name}
            label={parts.label}
            columns={parts.columns}
            source={rows.source}
            handle={handle}
            {...(rows.onSort === undefined ? {} : { sort: criteria.sort, onSort: rows.onSort })}
            filter={rows.filter}
            {...(actions === undefined ? {} : { selected: selection.ids, onSelect: selection.set })}
            {...(onOpen === undefined ? {} : { onOpen })}
            empty={
              <ListFailed failure={rows.failure}>
                {isValidElement(parts.empty) ? (
                  parts.empty
                ) : (
                  <ListEmpty
                    criteria={{ ...criteria, filters: rows.filters }}
                    change={change}
                    {...parts.empty}
                    filterText={(name, value) => words?.[name]?.(value) ?? value}
                  />
                )}
              </ListFailed>
            }
          />
        </div>
        {parts.aside}
      </div>
      {parts.foot}
      <StatusBar
        handle={handle}
        {...(actions === undefined ? {} : { selected: rows.ticked.length })}
        age={rows.age}
      >
        {actions === undefined && parts.outcome ? <BatchResult {...parts.outcome} /> : parts.notes}
        {rows.pager}
      </StatusBar>
    </div>
  );
}
