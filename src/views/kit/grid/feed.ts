import type { GridApi } from 'ag-grid-community';
import type { Observable } from 'rxjs';
import type { RowHold } from './hold.ts';

/** News of a collection stream: a snapshot replaces, a delta brings whole rows, merged already (design 5). */
export type RowEvent<Row> =
  | { kind: 'snapshot'; rows: Row[] }
  | { kind: 'delta'; set: Row[]; gone: number[] }
  | { kind: 'denied'; code: number; message: string };

/** Where rows come from: a live collection, or a page of a list (undefined while it is on its way). */
/** `asked`: what a page answers; one that answers something else is never held back. */
export type RowSource<Row> =
  | { live: Observable<RowEvent<Row>> }
  | { page: readonly Row[] | undefined; asked?: string | undefined };

/** What a grid must know of its feed at a low rate. */
export type FeedState = 'loading' | 'loaded' | 'denied';

/**
 * Pours a collection into a grid without React (design 5): `rowData` on a snapshot, `applyTransactionAsync` on deltas.
 * Rows that are held change in their place. Returns the function that stops it.
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
    // A grid that is made anew, in another language or scale, takes up the feed itself.
    if (api.isDestroyed()) return;
    if (event.kind === 'delta') return merge(event.set, event.gone);
    const rows = event.kind === 'snapshot' ? event.rows : [];
    // Of rows that come first there is none to be held; all at once, they can be ticked as soon as they are there.
    if (hold.isOn && known.size > 0 && event.kind === 'snapshot') {
      const there = new Set(rows.map(({ id }) => id));
      merge(
        rows,
        [...known].filter((id) => !there.has(id)),
      );
      onState('loaded');
      return;
    }
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
