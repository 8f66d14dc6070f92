import { mergeClasses } from '@fluentui/react-components';
import type {
  CellKeyDownEvent,
  ColDef,
  ColumnState,
  GridApi,
  GridOptions,
  PostSortRowsParams,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gridTheme } from '../../theme/grid.ts';
import { useScale } from '../../theme/scale.ts';
import { LoadingRows } from '../layout/LoadingRows.tsx';
import { usePreference } from '../preferences/PreferencesContext.tsx';
import { goneClass, useDataGridStyles } from './dataGridStyles.ts';
import type { FeedState, RowSource } from './feed.ts';
import { scaledColumns, scaledLayout } from './gridScale.ts';
import type { GridHandle } from './handle.ts';
import type { RowHold } from './hold.ts';
import { registerGridModules } from './modules.ts';
import { withRowHeader } from './rowHeader.ts';
import { RowOrder, sortable } from './rowOrder.ts';
import { layoutOf } from './sort.ts';
import { useFeed } from './useFeed.ts';
import { useGridContext } from './useGridContext.ts';
import { useGridSelection } from './useGridSelection.ts';
import { sortOfGrid, useGridSort } from './useGridSort.ts';
import { useRowHold } from './useRowHold.ts';

registerGridModules();

export interface DataGridProps<Row extends { id: number }> {
  /** Key of the stored column layout; unique among the console's grids. */
  name: string;
  /** Accessible name, in the user's language. */
  label: string;
  /** Keep the array's identity between renders (`useMemo`). */
  columns: ColDef<Row>[];
  source: RowSource<Row>;
  handle: GridHandle<Row>;
  /** Sort as in a list query (`name`, `-name`); stored in the address. */
  sort?: string | undefined;
  onSort?: (sort: string | undefined) => void;
  selected?: ReadonlySet<number>;
  onSelect?: (ids: number[]) => void;
  /** Filter of the live rows that are shown. Keep its identity while its result is the same. */
  filter?: ((row: Row) => boolean) | undefined;
  /** Called on Enter or a double click on a row. */
  onOpen?: (row: Row) => void;
  /** Shown below the header when no row is shown. */
  empty: ReactNode;
}

/** Rows rendered above and below the view: each costs as much as a visible one. */
const rowsBeyond = 3;

const defaultColDef: ColDef = {
  sortable: true,
  resizable: true,
  suppressHeaderMenuButton: true,
  // Columns declare their types; inferring them from the rows costs time and fails on a null.
  cellDataType: false,
};
/** Width of the narrowest column, and of the checkbox column, px. */
const narrowest = 64;
const boxes = 40;

/** Grid of the console, live or paged; its columns are stored per account. */
export function DataGrid<Row extends { id: number }>(props: DataGridProps<Row>) {
  const s = useDataGridStyles();
  const { t, i18n } = useTranslation();
  const context = useGridContext();
  const scale = useScale();
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const [state, setState] = useState<FeedState>('loading');
  const [shown, setShown] = useState(0);
  const [layout, saveLayout] = usePreference(`grid.${props.name}`);
  /** Present column layout, for a grid that is created again in another language or scale. */
  const kept = useRef<unknown>(undefined);
  const lastShown = useRef(-1);
  const latest = useRef(props);
  /** The filter that the grid has. */
  const applied = useRef(props.filter);
  latest.current = props;
  const root = useRef<HTMLElement>(null);
  const isPaged = 'page' in props.source;
  const [onTotal] = useState(() => (total: number) => {
    const { counts$ } = latest.current.handle;
    counts$.next({ ...counts$.value, total });
  });

  // A page is sorted by the server: with rows ticked, another order or page is the user's request.
  const isTicked = !isPaged && (props.selected?.size ?? 0) > 0;
  const hold = useRowHold(api, root, isTicked);
  const held = useRef<RowHold<Row> | null>(null);
  held.current = hold;
  const [feed] = useState(() => ({
    order: new RowOrder<Row>(),
    passes: (row: Row) => applied.current?.(row) ?? true,
    onState: setState,
    onTotal,
  }));
  const { order } = feed;
  useFeed(api, props.source, feed, hold, props.handle);
  useGridSort(api, props.sort);
  useGridSelection(api, props.selected, state === 'loaded');
  // An update before this effect still uses the filter that the grid knows.
  useEffect(() => {
    applied.current = props.filter;
    hold?.anew(() => api?.onFilterChanged());
  }, [api, hold, props.filter]);
  useEffect(() => {
    const { handle } = latest.current;
    handle.api$.next(api);
    return () => handle.api$.next(null);
  }, [api]);

  const options = useMemo<GridOptions<Row>>(() => {
    const columnsMoved = (grid: GridApi<Row>) => {
      kept.current = scaledLayout(layoutOf(grid.getColumnState()), 1 / scale);
      saveLayout(kept.current);
    };
    return {
      getRowId: ({ data }) => String(data.id),
      animateRows: false,
      rowBuffer: rowsBeyond,
      ...(isPaged
        ? {}
        : {
            postSortRows: ({ api: grid, nodes }: PostSortRowsParams<Row>) =>
              held.current?.isOn ? held.current.sort(nodes) : order.sort(grid, nodes),
          }),
      suppressColumnMoveAnimation: true,
      suppressOverlays: ['noRows', 'noMatchingRows', 'loading'],
      tooltipShowDelay: 500,
      tooltipShowMode: 'whenTruncated',
      ...(latest.current.selected === undefined
        ? {}
        : {
            rowSelection: {
              mode: 'multiRow',
              checkboxes: true,
              headerCheckbox: true,
              enableClickSelection: false,
              selectAll: 'filtered',
              ctrlASelectsRows: true,
            },
            selectionColumnDef: {
              width: boxes * scale,
              minWidth: boxes * scale,
              resizable: false,
              suppressMovable: true,
            },
          }),
      // Tab leaves the grid and arrows move in it. Otherwise the focus would be trapped in ten thousand
      // cells.
      tabToNextCell: () => false,
      tabToNextHeader: () => false,
      isExternalFilterPresent: () => applied.current !== undefined,
      doesExternalFilterPass: ({ data }) =>
        data === undefined || held.current?.keeps(data.id) === true || (applied.current?.(data) ?? true),
      rowClassRules: {
        [goneClass]: ({ data }) => data !== undefined && held.current?.isGone(data.id) === true,
      },
      onSelectionChanged: ({ api: grid, source }) => {
        if (source === 'api') return;
        latest.current.onSelect?.(grid.getSelectedNodes().flatMap((node) => node.data?.id ?? []));
      },
      onModelUpdated: ({ api: grid }) => {
        const count = grid.getDisplayedRowCount();
        // Called ten times a second in a live grid: report changes only.
        if (count === lastShown.current) return;
        lastShown.current = count;
        setShown(count);
        const { counts$ } = latest.current.handle;
        counts$.next({ ...counts$.value, shown: count });
      },
      onRowDoubleClicked: ({ data }) => data !== undefined && latest.current.onOpen?.(data),
      onCellKeyDown: (event) => {
        const { event: key, data } = event as CellKeyDownEvent<Row>;
        if ((key as KeyboardEvent | null)?.key === 'Enter' && data !== undefined)
          latest.current.onOpen?.(data);
      },
      onColumnMoved: ({ finished, source, api: grid }) => finished && source !== 'api' && columnsMoved(grid),
      onColumnResized: ({ finished, source, api: grid }) =>
        finished && source !== 'api' && source !== 'flex' && columnsMoved(grid),
      onColumnVisible: ({ api: grid }) => columnsMoved(grid),
      onSortChanged: ({ api: grid, source }) => {
        held.current?.anew();
        if (source !== 'api') latest.current.onSort?.(sortOfGrid(grid));
      },
      onGridReady: ({ api: grid }) => {
        grid.setGridAriaProperty('label', latest.current.label);
        setApi(grid);
      },
      onGridPreDestroyed: () => latest.current.handle.api$.next(null),
    };
  }, [isPaged, order, saveLayout, scale]);
  const columns = useMemo(() => {
    const scaled = withRowHeader(scaledColumns(props.columns, scale));
    return isPaged ? scaled : sortable(scaled);
  }, [props.columns, scale, isPaged]);
  const defaults = useMemo(() => ({ ...defaultColDef, minWidth: narrowest * scale }) as ColDef<Row>, [scale]);

  useEffect(() => {
    const arranged = kept.current ?? layout;
    if (api?.isDestroyed() === false && Array.isArray(arranged))
      api.applyColumnState({ state: scaledLayout(arranged as ColumnState[], scale), applyOrder: true });
  }, [api, layout, scale]);

  const isLoading = state === 'loading' || layout === undefined;
  return (
    <section ref={root} className={s.root} aria-label={props.label} data-testid={`grid-${props.name}`}>
      <div className={mergeClasses(s.grid, scale !== 1 && s.zoomed)}>
        <AgGridReact<Row>
          key={`${i18n.language} ${scale}`}
          theme={gridTheme}
          gridOptions={options}
          columnDefs={columns}
          defaultColDef={defaults}
          context={context}
          getLocaleText={({ key, defaultValue }) => t(`grid.${key}`, { defaultValue })}
        />
      </div>
      {isLoading && (
        <div className={s.overlay}>
          <LoadingRows />
        </div>
      )}
      {!isLoading && shown === 0 && <div className={s.overlay}>{props.empty}</div>}
    </section>
  );
}
