import type { GridApi } from 'ag-grid-community';
import type { Observable } from 'rxjs';
import type { RowHold } from './hold.ts';
import { Pace } from './pace.ts';
import type { RowOrder } from './rowOrder.ts';

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

/** Dependencies of a feed on its grid. */
export interface GridFeed<Row extends { id: number }> {
  hold: RowHold<Row>;
  order: RowOrder<Row>;
  /** Tells whether the filter that the grid has lets the row pass. */
  passes: (row: Row) => boolean;
  onState: (state: FeedState) => void;
  onTotal: (rows: number) => void;
  /** Creates the pace of the updates; in tests another one. */
  createPace?: (work: () => void) => Pace;
}

/**
 * Feeds a collection into a grid without React: `rowData` on a snapshot; deltas by the pace that the page's thread
 * allows, each row once however often it has changed. The grid sorts and filters only if a row may have another
 * place, and draws only the rows in the view. Rows that are held change in place.
 *
 * Returns the pace, and the function that stops the feed.
 */
export function feedGrid<Row extends { id: number }>(
  api: GridApi<Row>,
  changes$: Observable<RowEvent<Row>>,
  { hold, order, passes, onState, onTotal, createPace = (work) => new Pace(work) }: GridFeed<Row>,
): { pace: Pace; stop: () => void } {
  /** Rows of the collection. */
  const known = new Set<number>();
  /** Changes that the grid has not taken. */
  const changed = new Map<number, Row>();
  const gone = new Set<number>();
  const pace = createPace(update);

  function merge(set: readonly Row[], went: readonly number[]): void {
    let isTotalNew = false;
    for (const id of went) {
      if (!known.delete(id)) continue;
      isTotalNew = true;
      changed.delete(id);
      gone.add(id);
    }
    for (const row of set) {
      if (!known.has(row.id)) {
        known.add(row.id);
        isTotalNew = true;
      }
      changed.set(row.id, row);
      gone.delete(row.id);
    }
    if (isTotalNew) onTotal(known.size);
    if (changed.size + gone.size > 0) pace.request();
  }

  /** Applies the changes to the grid. */
  function update(): void {
    // A grid that is created again, in another language or scale, starts its own feed.
    if (api.isDestroyed()) return;
    const inView = new Set(api.getRenderedNodes());
    const add: Row[] = [];
    let isMoved = false;
    let isFiltered = false;
    for (const [id, row] of changed) {
      const node = api.getRowNode(String(id));
      if (node === undefined) {
        add.push(row);
        continue;
      }
      hold.stays(id);
      // A row object that was changed in place is in the grid already.
      if (node.data !== row || inView.has(node)) node.updateData(row);
      const isOther = order.change(node);
      if (hold.keeps(id)) continue;
      isMoved ||= isOther;
      isFiltered ||= passes(row) !== node.displayed;
    }
    const remove = [...gone]
      .filter((id) => !hold.remove(id) && api.getRowNode(String(id)) !== undefined)
      .map((id) => ({ id }) as Row);
    changed.clear();
    gone.clear();
    if (add.length + remove.length > 0) api.applyTransaction({ add, remove });
    else if (isFiltered) api.refreshClientSideRowModel('filter');
    else if (isMoved) api.refreshClientSideRowModel('sort');
  }

  const subscription = changes$.subscribe((event) => {
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
    // Waiting changes belong to the rows that are replaced now.
    changed.clear();
    gone.clear();
    known.clear();
    for (const row of rows) known.add(row.id);
    order.clear();
    api.setGridOption('rowData', rows);
    onTotal(known.size);
    onState(event.kind === 'snapshot' ? 'loaded' : 'denied');
  });
  const stop = () => {
    subscription.unsubscribe();
    pace.stop();
  };
  return { pace, stop };
}
