import type { GridApi } from 'ag-grid-community';
import { useEffect, useRef } from 'react';
import { feedGrid, type GridFeed, type RowSource } from './feed.ts';
import type { GridHandle } from './handle.ts';
import type { RowHold } from './hold.ts';

/** Tells whether a page has the same rows as the one shown, in the same order. */
function isSamePage<Row extends { id: number }>(api: GridApi<Row>, page: readonly Row[]): boolean {
  let place = 0;
  let isSame = true;
  api.forEachLeafNode(({ data }) => {
    if (data?.id !== page[place++]?.id) isSame = false;
  });
  return isSame && place === page.length;
}

/** Connects a grid to its rows; live rows bypass React. Keep the identity of the functions. */
export function useFeed<Row extends { id: number }>(
  api: GridApi<Row> | null,
  source: RowSource<Row>,
  { onState, onTotal, order, passes }: Omit<GridFeed<Row>, 'hold'>,
  hold: RowHold<Row> | null,
  handle: GridHandle<Row>,
): void {
  const live = 'live' in source ? source.live : undefined;
  const page = 'page' in source ? source.page : undefined;
  const queryKey = 'page' in source ? source.queryKey : undefined;
  const shown = useRef(queryKey);
  useEffect(() => {
    if (api === null || hold === null || live === undefined) return;
    onState('loading');
    const { pace, stop } = feedGrid(api, live, { hold, order, passes, onState, onTotal });
    handle.pace = pace;
    return () => {
      handle.pace = null;
      stop();
    };
  }, [api, live, onState, onTotal, hold, order, passes, handle]);
  useEffect(() => {
    if (api === null || hold === null || live !== undefined || page === undefined) return;
    const show = () => {
      api.setGridOption('rowData', [...page]);
      onTotal(page.length);
      onState('loaded');
    };
    // A page that the user asked for is shown at once. Otherwise another order or other rows wait until the
    // rows are not in use; new values of the same rows do not wait.
    if (shown.current !== queryKey) {
      shown.current = queryKey;
      hold.anew(show);
    } else if (isSamePage(api, page)) show();
    else {
      for (const row of page) if (hold.keeps(row.id)) hold.update(row);
      hold.later(show);
    }
  }, [api, live, page, queryKey, onState, onTotal, hold]);
}
