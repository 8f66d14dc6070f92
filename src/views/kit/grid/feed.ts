import type { GridApi } from 'ag-grid-community';
import type { Observable } from 'rxjs';

/** News of a collection stream: a snapshot replaces, a delta brings whole rows, merged already (design 5). */
export type RowEvent<Row> =
  | { kind: 'snapshot'; rows: Row[] }
  | { kind: 'delta'; set: Row[]; gone: number[] }
  | { kind: 'denied'; code: number; message: string };

/** Where rows come from: a live collection, or a page of a list (undefined while it is on its way). */
export type RowSource<Row> = { live: Observable<RowEvent<Row>> } | { page: readonly Row[] | undefined };

/** What a grid must know of its feed at a low rate. */
export type FeedState = 'loading' | 'loaded' | 'denied';

/**
 * Pours a collection into a grid without React (design 5): `rowData` on a snapshot, `applyTransactionAsync` on deltas.
 * Returns the function that stops it.
 */
export function feedGrid<Row extends { id: number }>(
  api: GridApi<Row>,
  changes$: Observable<RowEvent<Row>>,
  onState: (state: FeedState) => void,
  onTotal: (rows: number) => void,
): () => void {
  const known = new Set<number>();
  const subscription = changes$.subscribe((event) => {
    // A grid that is made anew, in another language or scale, takes up the feed itself.
    if (api.isDestroyed()) return;
    if (event.kind === 'delta') {
      const add: Row[] = [];
      const update: Row[] = [];
      for (const row of event.set) (known.has(row.id) ? update : add).push(row);
      for (const row of add) known.add(row.id);
      const remove = event.gone.filter((id) => known.delete(id)).map((id) => ({ id }) as Row);
      if (add.length + update.length + remove.length > 0) api.applyTransactionAsync({ add, update, remove });
      if (add.length + remove.length > 0) onTotal(known.size);
      return;
    }
    const rows = event.kind === 'snapshot' ? event.rows : [];
    // What still waits in the queue belongs to the rows that are replaced now.
    api.flushAsyncTransactions();
    known.clear();
    for (const row of rows) known.add(row.id);
    api.setGridOption('rowData', rows);
    onTotal(known.size);
    onState(event.kind === 'snapshot' ? 'loaded' : 'denied');
  });
  return () => subscription.unsubscribe();
}
