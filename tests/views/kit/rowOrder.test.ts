import type { GridApi, IRowNode } from 'ag-grid-community';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowOrder, sortable } from '../../../src/views/kit/grid/rowOrder.ts';
import { randomRuns } from '../../support/random.ts';

interface Row {
  id: number;
  state: number;
  name: string | null;
}
type Node = IRowNode<Row>;

const byStateThenName = (a: number, b: number, nodeA: Node, nodeB: Node) =>
  a - b || String(nodeA.data?.name).localeCompare(String(nodeB.data?.name));
const [state, name] = sortable<Row>([
  { colId: 'state', valueGetter: ({ data }) => data?.state, comparator: byStateThenName },
  { colId: 'name', field: 'name' },
]);

/** A grid that is sorted by these columns, `-name` descending. */
function gridBy(...sorts: string[]): GridApi<Row> {
  const columns = sorts.map((sort, i) => ({
    getColDef: () => (sort.endsWith('state') ? state : name),
    getSort: () => (sort.startsWith('-') ? 'desc' : 'asc'),
    getSortIndex: () => i,
  }));
  return { getColumns: () => columns } as unknown as GridApi<Row>;
}
const nodeOf = (data: Row) => ({ id: String(data.id), data }) as Node;
const idsOf = (nodes: Node[]) => nodes.map(({ data }) => data?.id);

test('rows are sorted by the columns of the grid, in both directions, missing values first', () => {
  const rows = [
    { id: 1, state: 2, name: 'b' },
    { id: 2, state: 1, name: 'b' },
    { id: 3, state: 1, name: 'a' },
    { id: 4, state: 1, name: null },
  ];
  const sorted = (...sorts: string[]) => {
    const nodes = rows.map(nodeOf);
    new RowOrder<Row>().sort(gridBy(...sorts), nodes);
    return idsOf(nodes);
  };
  expect(sorted('state')).toEqual([3, 2, 4, 1]);
  expect(sorted('-name')).toEqual([1, 2, 3, 4]);
  expect(sorted('name', '-state')).toEqual([4, 3, 1, 2]);
  expect(sorted()).toEqual([1, 2, 3, 4]);
});

test('a change that moves no row is told, and one of a name in a column of states moves it', () => {
  const order = new RowOrder<Row>();
  const nodes = [nodeOf({ id: 1, state: 1, name: 'a' }), nodeOf({ id: 2, state: 1, name: 'b' })];
  const [first] = nodes as [Node];
  order.sort(gridBy('state'), nodes);
  expect(order.change(first)).toBe(false);
  (first.data as Row).name = 'c';
  expect(order.change(first)).toBe(true);
  order.sort(gridBy('state'), nodes);
  expect(idsOf(nodes)).toEqual([2, 1]);
});

const change = fc.record({
  at: fc.nat(19),
  what: fc.constantFrom('change', 'remove', 'hide', 'sort'),
  state: fc.nat(3),
  name: fc.constantFrom('a', 'b', 'c', null),
});

test('after any changes the order is that of a full sort', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const order = new RowOrder<Row>();
      let own = Array.from({ length: 20 }, (_, id) => nodeOf({ id, state: id % 4, name: 'a' }));
      const hidden = new Set<Node>();
      let sorts = ['state'];
      for (const { at, what, ...fields } of changes) {
        const node = own[at % Math.max(own.length, 1)];
        if (node === undefined) continue;
        if (what === 'remove') own = own.filter((one) => one !== node);
        else if (what === 'hide') hidden.has(node) ? hidden.delete(node) : hidden.add(node);
        else if (what === 'sort') sorts = sorts[0] === 'state' ? ['-name', 'state'] : ['state'];
        else {
          Object.assign(node.data as Row, fields);
          order.change(node);
        }
        const shown = own.filter((one) => !hidden.has(one));
        const full = shown.slice();
        new RowOrder<Row>().sort(gridBy(...sorts), full);
        order.sort(gridBy(...sorts), shown);
        expect(idsOf(shown)).toEqual(idsOf(full));
      }
    }),
    randomRuns(50),
  );
});
