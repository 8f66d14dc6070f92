import type { GridApi } from 'ag-grid-community';
import type { Observable } from 'rxjs';
import type { RowHold } from './hold.ts';

/** Event of a collection stream: a snapshot replaces, a delta has whole merged rows. */
export type RowEvent<Row> =
  | { kind: 'snapshot'; rows: Row[] }
  | { kind: 'delta'; set: Row[]; gone: number[] }
  | { kind: 'denied'; code: number; message: string };

/** Source of rows: a live collection, or a page of a list (undefined while loading). */
/** `queryKey`: the query that the page answers; a page for another query is never held back. */
export type RowSource<Row> =
  | { live: Observable<RowEvent<Row>> }
  | { page: readonly Row[] | undefined; queryKey?: string | undefined };

/** State of the feed, at a low rate. */
export type FeedState = 'loading' | 'loaded' | 'denied';

/**
 * Feeds a collection into a grid without React: `rowData` on a snapshot, `applyTransactionAsync` on deltas.
 * Rows that are held change in place. Returns the function that stops it.
 */
export function feedGrid<Row extends { id: number }>(
  api: GridApi<Row>,
  changes$: Observable<RowEvent<Row>>,
  onState: (state: FeedState) => void,
  onTotal: (rows: number) => void,
  hold: RowHold<Row>,
): () => void {
  const known = new Set<number>();

  function merge(set: readonly Row[], gone: readonly number[]): void {
    const add: Row[] = [];
    const update: Row[] = [];
    let came = 0;
    for (const row of set) {
      const isNew = !known.has(row.id);
      if (isNew) {
        known.add(row.id);
        came++;
      }
      if (hold.keeps(row.id)) hold.update(row);
      else (isNew ? add : update).push(row);
    }
    const went = gone.filter((id) => known.delete(id));
    const remove = went.filter((id) => !hold.remove(id)).map((id) => ({ id }) as Row);
    if (add.length + update.length + remove.length > 0) {
      hold.pin();
      api.applyTransactionAsync({ add, update, remove });
    }
    if (came + went.length > 0) onTotal(known.size);
  }

  const subscription = changes$.subscribe((event) => {
    // A grid that is created again, in another language or scale, starts its own feed.
    if (api.isDestroyed()) return;
    if (event.kind === 'delta') return merge(event.set, event.gone);
    const rows = event.kind === 'snapshot' ? event.rows : [];
    // On the first snapshot there is no row to hold; added at once, rows can be ticked immediately.
    if (hold.isOn && known.size > 0 && event.kind === 'snapshot') {
      const there = new Set(rows.map(({ id }) => id));
      merge(
        rows,
        [...known].filter((id) => !there.has(id)),
      );
      onState('loaded');
      return;
    }
    // Queued transactions belong to the rows that are replaced now.
    api.flushAsyncTransactions();
    known.clear();
    for (const row of rows) known.add(row.id);
    api.setGridOption('rowData', rows);
    onTotal(known.size);
    onState(event.kind === 'snapshot' ? 'loaded' : 'denied');
  });
  return () => subscription.unsubscribe();
}
