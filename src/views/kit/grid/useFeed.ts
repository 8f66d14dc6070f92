import type { GridApi } from 'ag-grid-community';
import { useEffect } from 'react';
import { type FeedState, feedGrid, type RowSource } from './feed.ts';

/** Connects a grid to its rows; live rows bypass React altogether. */
export function useFeed<Row extends { id: number }>(
  api: GridApi<Row> | null,
  source: RowSource<Row>,
  onState: (state: FeedState) => void,
  onTotal: (rows: number) => void,
): void {
  const live = 'live' in source ? source.live : undefined;
  const page = 'page' in source ? source.page : undefined;
  useEffect(() => {
    if (api === null || live === undefined) return;
    onState('loading');
    return feedGrid(api, live, onState, onTotal);
  }, [api, live, onState, onTotal]);
  useEffect(() => {
    if (api === null || live !== undefined || page === undefined) return;
    api.setGridOption('rowData', [...page]);
    onTotal(page.length);
    onState('loaded');
  }, [api, live, page, onState, onTotal]);
}
