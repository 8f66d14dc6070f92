import { makeStyles } from '@fluentui/react-components';
import type { ColDef } from 'ag-grid-community';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../app/AppContext.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/layout/ListEmpty.tsx';
import { ColumnsMenu } from '../kit/toolbar/ColumnsMenu.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { TimeFilter } from '../kit/toolbar/TimeFilter.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { LogExport, LogPager } from '../shared/logs/LogParts.tsx';
import { rangeOf, rangeWords } from '../shared/logs/logRange.ts';
import type { LogState } from '../shared/logs/useLog.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

export interface LogListProps<Row extends { id: number }> {
  /** From `useLog`. */
  log: LogState<Row>;
  /** Path below `/v1`; also the key of the stored column layout. */
  path: string;
  /** Accessible name of the list. */
  label: string;
  /** Built in a `useMemo`. */
  columns: ColDef<Row>[];
  /** Placeholder of the search field. */
  search: string;
  /**
   * Filters by their names in the address, each with the function that describes its value; without the range
   * of time.
   */
  words: Readonly<Record<string, (value: string) => string>>;
  /** Called on Enter or a double click on a row; `hint` describes the action. */
  onOpen: (row: Row) => void;
  hint: string;
  /** Text of the empty list. */
  empty: { icon: ReactElement; title: string; why: string };
  /** Filters after the search field and the range of time. */
  children?: ReactNode;
  /** Further parameters of the export, and the control that sets them. */
  more?: Readonly<Record<string, string>>;
  tools?: ReactNode;
  /** The open entry, beside the grid. */
  aside?: ReactNode;
}

/** Log paged by key, the newest first: search, range of time, filters, export of all rows that pass them. */
export function LogList<Row extends { id: number }>(props: LogListProps<Row>) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const handle = useGridHandle<Row>();
  const { log } = props;
  const { q, filters } = log.criteria;
  const words: LogListProps<Row>['words'] = { ...rangeWords(t, clock.timeZone()), ...props.words };
  return (
    <div className={s.root}>
      <Toolbar
        end={
          <>
            {props.tools}
            <ColumnsMenu handle={handle} />
            <LogExport path={props.path} query={{ ...log.query, ...props.more }} />
          </>
        }
      >
        <SearchField value={q} placeholder={props.search} onChange={(text) => log.change({ q: text })} />
        <TimeFilter {...rangeOf(filters)} onChange={log.change} />
        {props.children}
      </Toolbar>
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<Row>
            name={props.path}
            label={props.label}
            columns={props.columns}
            source={{ page: log.rows, asked: log.asked }}
            handle={handle}
            onOpen={props.onOpen}
            empty={
              <ListEmpty
                criteria={log.criteria}
                change={log.drop}
                {...props.empty}
                filterText={(name, value) => words[name]?.(value) ?? value}
              />
            }
          />
        </div>
        {props.aside}
      </div>
      <StatusBar handle={handle}>
        <span>{props.hint}</span>
        <LogPager page={log.page} />
      </StatusBar>
    </div>
  );
}
