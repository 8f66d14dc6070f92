import type { GridApi } from 'ag-grid-community';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { type FeedState, feedGrid, type RowEvent } from '../../src/views/kit/grid/feed.ts';
import { RowHold } from '../../src/views/kit/grid/hold.ts';

interface Row {
  id: number;
  name: string;
}

/** A fake grid that records its calls. */
function grid() {
  const transactions: unknown[] = [];
  const state = { isDestroyed: false };
  const api = {
    isDestroyed: () => state.isDestroyed,
    applyTransactionAsync: (transaction: unknown) => transactions.push(transaction),
    flushAsyncTransactions: () => transactions.push('flush'),
    setGridOption: (_: string, rows: unknown) => transactions.push(rows),
  } as unknown as GridApi<Row>;
  return { api, transactions, state };
}

it('a destroyed grid gets no more events', () => {
  const { api, transactions, state } = grid();
  const events$ = new Subject<RowEvent<Row>>();
  feedGrid(
    api,
    events$,
    () => undefined,
    () => undefined,
    new RowHold(api),
  );
  state.isDestroyed = true;
  events$.next({ kind: 'snapshot', rows: [{ id: 1, name: 'one' }] });
  expect(transactions).toEqual([]);
});

it('a snapshot replaces, a delta adds, updates and removes; never through React', () => {
  const { api, transactions } = grid();
  const events$ = new Subject<RowEvent<Row>>();
  const states: FeedState[] = [];
  const totals: number[] = [];
  const stop = feedGrid(
    api,
    events$,
    (state) => states.push(state),
    (total) => totals.push(total),
    new RowHold(api),
  );
  const [a, b, c] = [1, 2, 3].map((id) => ({ id, name: `row ${id}` })) as [Row, Row, Row];

  events$.next({ kind: 'snapshot', rows: [a, b] });
  expect(transactions.splice(0)).toEqual(['flush', [a, b]]);
  events$.next({ kind: 'delta', set: [{ ...a, name: 'new' }, c], gone: [2, 99] });
  expect(transactions.splice(0)).toEqual([
    { add: [c], update: [{ id: 1, name: 'new' }], remove: [{ id: 2 }] },
  ]);
  events$.next({ kind: 'delta', set: [], gone: [99] });
  expect(transactions).toEqual([]);
  // A row that was removed and returns is new to the grid.
  events$.next({ kind: 'delta', set: [b], gone: [] });
  expect(transactions.splice(0)).toEqual([{ add: [b], update: [], remove: [] }]);
  events$.next({ kind: 'snapshot', rows: [c] });
  expect(transactions.splice(0)).toEqual(['flush', [c]]);
  events$.next({ kind: 'denied', code: 403, message: 'no' });
  expect(transactions.splice(0)).toEqual(['flush', []]);
  expect(states).toEqual(['loaded', 'loaded', 'denied']);
  expect(totals).toEqual([2, 2, 3, 1, 0]);
  stop();
  expect(events$.observed).toBe(false);
});
