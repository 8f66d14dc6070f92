import type { ColDef, Column, GridApi, IRowNode } from 'ag-grid-community';

type Compare<Row> = (
  a: unknown,
  b: unknown,
  nodeA: IRowNode<Row>,
  nodeB: IRowNode<Row>,
  isDescending: boolean,
) => number;

/** Column by which the rows are sorted. */
interface Sort<Row> {
  column: Column;
  isDescending: boolean;
  read: (node: IRowNode<Row>) => unknown;
  compare: Compare<Row>;
}

/** Row with the values by which it was sorted last, and its place among all rows. */
interface Key<Row> {
  node: IRowNode<Row>;
  values: unknown[];
  at: number;
}

/** Comparison of a column, which `sortable` hides from the grid. */
interface Hidden<Row> {
  compare: Compare<Row> | undefined;
}

/** Keys beyond twice the rows shown that are kept. */
const SPARE_KEYS = 1_000;

const alwaysEqual = () => 0;

/** Leaves the comparison of the columns of a live grid to `RowOrder`: for the grid, all rows are equal. */
export function sortable<Row>(columns: ColDef<Row>[]): ColDef<Row>[] {
  return columns.map((column) => ({
    ...column,
    comparator: alwaysEqual,
    context: { compare: column.comparator } as Hidden<Row>,
  }));
}

/** Compares as the grid does in columns without a comparator: missing values first. */
function comparePlain(a: unknown, b: unknown): number {
  const [isA, isB] = [a != null, b != null];
  if (!isA || !isB) return Number(isA) - Number(isB);
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

function sortOf<Row>(api: GridApi<Row>, column: Column): Sort<Row> {
  const { field, valueGetter, context } = column.getColDef() as ColDef<Row>;
  const read =
    typeof valueGetter === 'function'
      ? (node: IRowNode<Row>) => valueGetter({ data: node.data, node, api } as never)
      : (node: IRowNode<Row>) => (node.data as Record<string, unknown> | undefined)?.[field ?? ''];
  const isDescending = column.getSort() === 'desc';
  return { column, isDescending, read, compare: (context as Hidden<Row>)?.compare ?? comparePlain };
}

/**
 * Order of the rows of a live grid. It sorts only rows that are new or whose values of the sorted columns have
 * changed, into the others, by values that it keeps: the grid's own sorting reads both values again for each
 * comparison, and compares all rows in every update (bench:live).
 */
export class RowOrder<Row extends { id: number }> {
  #sorts: Sort<Row>[] = [];
  #keys = new Map<IRowNode<Row>, Key<Row>>();
  #order: Key<Row>[] = [];

  /** Forgets all rows: others take their place. */
  clear(): void {
    this.#keys.clear();
    this.#order = [];
  }

  /** Notes that a row has changed. Tells whether it may have another place now. */
  change(node: IRowNode<Row>): boolean {
    const key = this.#keys.get(node);
    if (key === undefined) return this.#sorts.length > 0;
    if (this.#valuesOf(node).every((value, i) => value === key.values[i])) return false;
    this.#keys.delete(node);
    return true;
  }

  /** Sorts the rows of a grid in place; to be called for all of its rows, in their own order. */
  sort(api: GridApi<Row>, nodes: IRowNode<Row>[]): void {
    this.#follow(api);
    if (this.#sorts.length === 0) return;
    const compare = (a: Key<Row>, b: Key<Row>) => this.#compare(a, b);
    const present = new Set<Key<Row>>();
    const touched: Key<Row>[] = [];
    for (const [at, node] of nodes.entries()) {
      const known = this.#keys.get(node);
      if (known !== undefined) {
        known.at = at;
        present.add(known);
        continue;
      }
      const key = { node, values: this.#valuesOf(node), at };
      this.#keys.set(node, key);
      touched.push(key);
    }
    const kept = this.#order.filter((key) => present.delete(key));
    // A row that passes the filter again has its values, and no place.
    touched.push(...present);
    touched.sort(compare);
    this.#order = merged(kept, touched, compare);
    for (const [at, key] of this.#order.entries()) nodes[at] = key.node;
    // Keys of rows that were removed, and of those that the filter hides.
    if (this.#keys.size > 2 * nodes.length + SPARE_KEYS)
      this.#keys = new Map(this.#order.map((key) => [key.node, key]));
  }

  /** Takes over the sorted columns of the grid; the first one counts most. */
  #follow(api: GridApi<Row>): void {
    const columns = (api.getColumns() ?? [])
      .filter((column) => column.getSort())
      .sort((a, b) => (a.getSortIndex() ?? 0) - (b.getSortIndex() ?? 0));
    const isSame =
      columns.length === this.#sorts.length &&
      this.#sorts.every(
        ({ column, isDescending }, i) =>
          column === columns[i] && isDescending === (columns[i]?.getSort() === 'desc'),
      );
    if (isSame) return;
    this.clear();
    this.#sorts = columns.map((column) => sortOf(api, column));
  }

  /** Values of a row by which it is sorted; some columns compare names beside their values. */
  #valuesOf(node: IRowNode<Row>): unknown[] {
    const values = this.#sorts.map(({ read }) => read(node));
    values.push((node.data as { name?: unknown } | undefined)?.name);
    return values;
  }

  #compare(a: Key<Row>, b: Key<Row>): number {
    for (let i = 0; i < this.#sorts.length; i++) {
      const sort = this.#sorts[i] as Sort<Row>;
      const order = sort.compare(a.values[i], b.values[i], a.node, b.node, sort.isDescending);
      if (order !== 0) return sort.isDescending ? -order : order;
    }
    return a.at - b.at;
  }
}

/** Merges two sorted lists. */
function merged<Item>(kept: readonly Item[], added: readonly Item[], compare: (a: Item, b: Item) => number) {
  const all: Item[] = [];
  let next = 0;
  for (const item of kept) {
    for (let one = added[next]; one !== undefined && compare(one, item) < 0; one = added[next]) {
      all.push(one);
      next += 1;
    }
    all.push(item);
  }
  for (let i = next; i < added.length; i++) all.push(added[i] as Item);
  return all;
}
