import type { GridApi, IRowNode } from 'ag-grid-community';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { type FeedState, feedGrid, type RowEvent } from '../../src/views/kit/grid/feed.ts';
import { RowHold } from '../../src/views/kit/grid/hold.ts';
import { Pace, type PaceDeps } from '../../src/views/kit/grid/pace.ts';
import { RowOrder } from '../../src/views/kit/grid/rowOrder.ts';

interface Row {
  id: number;
  name: string;
  level?: number;
}

/** Passes no time: an update runs when the test flushes it. */
const standing: PaceDeps = {
  now: () => 0,
  beforeFrame: (work) => work(),
  afterFrame: (work) => work(),
  later: () => undefined,
};

/** A fake grid that records its calls, sorted by name; it shows every row except those named `hidden`. */
function grid() {
  const calls: unknown[] = [];
  const nodes = new Map<string, IRowNode<Row>>();
  const column = { getColDef: () => ({ field: 'name' }), getSort: () => 'asc', getSortIndex: () => 0 };
  const inView = new Set<number>();
  const state = { isDestroyed: false };
  const add = (data: Row) => {
    const node = {
      id: String(data.id),
      data,
      displayed: data.name !== 'hidden',
      updateData: (row: Row) => {
        calls.push({ paint: row });
        node.data = row;
      },
    };
    nodes.set(node.id, node as unknown as IRowNode<Row>);
  };
  const order = new RowOrder<Row>();
  const api = {
    isDestroyed: () => state.isDestroyed,
    getColumns: () => [column],
    getRowNode: (id: string) => nodes.get(id),
    getRenderedNodes: () => [...nodes.values()].filter(({ data }) => inView.has(data?.id ?? 0)),
    applyTransaction: (transaction: { add: Row[]; remove: Row[] }) => {
      calls.push(transaction);
      transaction.add.forEach(add);
      for (const { id } of transaction.remove) nodes.delete(String(id));
      order.sort(api, [...nodes.values()]);
    },
    refreshClientSideRowModel: (step: string) => {
      calls.push(step);
      order.sort(api, [...nodes.values()]);
    },
    setGridOption: (_: string, rows: Row[]) => {
      calls.push(rows);
      nodes.clear();
      rows.forEach(add);
      order.sort(api, [...nodes.values()]);
    },
  } as unknown as GridApi<Row>;
  const events$ = new Subject<RowEvent<Row>>();
  const states: FeedState[] = [];
  const totals: number[] = [];
  const { pace, stop } = feedGrid(api, events$, {
    hold: new RowHold(api),
    order,
    passes: (row) => row.name !== 'hidden',
    onState: (one) => states.push(one),
    onTotal: (total) => totals.push(total),
    createPace: (work) => new Pace(work, standing),
  });
  const delta = (set: Row[], gone: number[] = []) => events$.next({ kind: 'delta', set, gone });
  /** The calls of the update that takes what has arrived. */
  const update = () => {
    pace.flush();
    return calls.splice(0);
  };
  return { api, calls, events$, state, states, totals, inView, delta, update, stop };
}

const [a, b, c] = [1, 2, 3].map((id) => ({ id, name: `row ${id}` })) as [Row, Row, Row];

it('a destroyed grid gets no more events', () => {
  const { calls, events$, state, delta, update } = grid();
  events$.next({ kind: 'snapshot', rows: [a] });
  delta([b]);
  state.isDestroyed = true;
  events$.next({ kind: 'snapshot', rows: [{ id: 1, name: 'one' }] });
  expect([calls.splice(0), update()]).toEqual([[[a]], []]);
});

it('a snapshot replaces, a delta adds, changes and removes; never through React', () => {
  const { calls, events$, states, totals, delta, update, stop } = grid();
  events$.next({ kind: 'snapshot', rows: [a, b] });
  expect(calls.splice(0)).toEqual([[a, b]]);
  delta([{ ...a, name: 'new' }, c], [2, 99]);
  expect(calls).toEqual([]);
  expect(update()).toEqual([{ paint: { id: 1, name: 'new' } }, { add: [c], remove: [{ id: 2 }] }]);
  delta([], [99]);
  expect(update()).toEqual([]);
  // A row that was removed and returns is new to the grid.
  delta([b]);
  expect(update()).toEqual([{ add: [b], remove: [] }]);
  // Waiting changes belong to the rows that a snapshot replaces.
  delta([a], [3]);
  events$.next({ kind: 'snapshot', rows: [c] });
  expect(update()).toEqual([[c]]);
  events$.next({ kind: 'denied', code: 403, message: 'no' });
  expect(calls.splice(0)).toEqual([[]]);
  expect(states).toEqual(['loaded', 'loaded', 'denied']);
  expect(totals).toEqual([2, 2, 3, 2, 1, 0]);
  stop();
  expect(events$.observed).toBe(false);
});

it('an update takes each row once, however often it has changed, and none that came and went', () => {
  const { events$, calls, inView, delta, update } = grid();
  events$.next({ kind: 'snapshot', rows: [a] });
  calls.splice(0);
  inView.add(1);
  for (const name of ['x', 'y', 'z']) delta([{ id: 1, name }]);
  delta([b]);
  delta([], [2]);
  delta([], [1]);
  delta([a]);
  expect(update()).toEqual([{ paint: a }]);
  delta([{ id: 1, name: 'y' }]);
  delta([{ id: 1, name: 'z' }]);
  expect(update()).toEqual([{ paint: { id: 1, name: 'z' } }, 'sort']);
});

it('the grid sorts and filters only for rows whose place may change, and draws only those in the view', () => {
  const { events$, calls, inView, delta, update } = grid();
  const rows = [a, b, c].map((row) => ({ ...row, level: 0 }));
  events$.next({ kind: 'snapshot', rows });
  calls.splice(0);
  inView.add(2);
  // Rows that are changed in place are in the grid already.
  for (const row of rows) row.level = 1;
  delta(rows);
  expect(update()).toEqual([{ paint: rows[1] }]);
  (rows[0] as Row).name = 'zero';
  delta(rows.slice(0, 1));
  expect(update()).toEqual(['sort']);
  (rows[0] as Row).name = 'hidden';
  delta(rows.slice(0, 1));
  expect(update()).toEqual(['filter']);
});
