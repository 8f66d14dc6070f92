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

/** Values of a row by which it was sorted last, and its place among all rows. */
interface Key {
  values: unknown[];
  at: number;
}

/** What `sortable` hides from the grid in a column's definition. */
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
  #keys = new Map<IRowNode<Row>, Key>();
  #order: IRowNode<Row>[] = [];

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
    const touched: IRowNode<Row>[] = [];
    const present = new Set<IRowNode<Row>>();
    for (const [at, node] of nodes.entries()) {
      const key = this.#keys.get(node);
      if (key === undefined) {
        this.#keys.set(node, { values: this.#valuesOf(node), at });
        touched.push(node);
      } else {
        key.at = at;
        present.add(node);
      }
    }
    const compare = (a: IRowNode<Row>, b: IRowNode<Row>) => this.#compare(a, b);
    touched.sort(compare);
    const kept = this.#order.filter((node) => present.has(node));
    // A row that passes the filter again has its key, and no place.
    if (kept.length + touched.length < nodes.length) {
      const placed = new Set([...kept, ...touched]);
      touched.push(...nodes.filter((node) => !placed.has(node)));
      touched.sort(compare);
    }
    let next = 0;
    let at = 0;
    for (const node of kept) {
      for (let one = touched[next]; one !== undefined && compare(one, node) < 0; one = touched[next]) {
        nodes[at++] = one;
        next++;
      }
      nodes[at++] = node;
    }
    for (const node of touched.slice(next)) nodes[at++] = node;
    this.#order = nodes.slice();
    // Keys of rows that were removed, and of those that the filter hides.
    if (this.#keys.size > 2 * nodes.length + SPARE_KEYS) {
      const placed = new Set(nodes);
      for (const node of this.#keys.keys()) if (!placed.has(node)) this.#keys.delete(node);
    }
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

  #compare(a: IRowNode<Row>, b: IRowNode<Row>): number {
    const [keyA, keyB] = [this.#keys.get(a), this.#keys.get(b)];
    if (keyA === undefined || keyB === undefined) return 0;
    for (const [i, { compare, isDescending }] of this.#sorts.entries()) {
      const order = compare(keyA.values[i], keyB.values[i], a, b, isDescending);
      if (order !== 0) return isDescending ? -order : order;
    }
    return keyA.at - keyB.at;
  }
}
