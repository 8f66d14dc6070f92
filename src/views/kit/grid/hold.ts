import type { GridApi, IRowNode, PostSortRowsParams } from 'ag-grid-community';

/**
 * Keeps the rows of a grid where they are for as long as somebody points at one, stands on one with the keyboard or has
 * ticked some, so that a press never meets another row than the one that was seen. Values go on changing in their place;
 * new rows come at the end. What has waited is done when it ends.
 *
 * While nothing is held it costs nothing; a change of a row that is held costs less than usual, for nothing is sorted.
 */
export class RowHold<Row extends { id: number }> {
  readonly #api: GridApi<Row>;
  /** Place of each row that was shown when it began, and of those that came since; null: nothing is held. */
  #places: Map<string, number> | null = null;
  /** Place of the next one that comes. */
  #next = 0;
  /** Rows that are gone, and stay to be seen as such until it ends. */
  readonly #gone = new Set<number>();
  #keepsGone = false;
  #isPinned = false;
  /** What else is done when it ends: a page that came meanwhile. */
  #after: (() => void) | null = null;

  constructor(api: GridApi<Row>) {
    this.#api = api;
  }

  get isOn(): boolean {
    return this.#places !== null;
  }

  /** @param keepsGone rows that go stay in their place, too: a pointer is at the rows */
  set(isOn: boolean, keepsGone: boolean): void {
    this.#keepsGone = isOn && keepsGone;
    if (isOn && this.#places === null) this.#begin();
    else if (!isOn && this.#places !== null) this.#end();
    else if (!this.#keepsGone) this.#drop();
  }

  /** The person asks for another order or other rows (`work`): what was held is let go, and what comes of it is held. */
  anew(work: () => void = () => undefined): void {
    if (this.#places === null) {
      work();
      return;
    }
    this.#end(work);
    this.#begin();
  }

  /** Whether a row that is shown keeps its place now. */
  keeps(id: number): boolean {
    return this.#places?.has(String(id)) ?? false;
  }

  isGone(id: number): boolean {
    return this.#gone.has(id);
  }

  /** New values of a row that keeps its place. */
  update(row: Row): void {
    this.#gone.delete(row.id);
    this.#api.getRowNode(String(row.id))?.updateData(row);
  }

  /** A row goes. False: it is not kept, and is to be removed. */
  remove(id: number): boolean {
    if (!this.#keepsGone || !this.keeps(id)) {
      this.#places?.delete(String(id));
      return false;
    }
    this.#gone.add(id);
    const node = this.#api.getRowNode(String(id));
    // Painted anew, as one that is gone.
    if (node?.data !== undefined) node.updateData({ ...node.data });
    return true;
  }

  /** Before rows are added, removed or filtered: from now on the grid's order is the one that is held. */
  pin(): void {
    if (this.#places === null || this.#isPinned) return;
    this.#isPinned = true;
    this.#api.setGridOption('postSortRows', (params) => this.#sort(params));
  }

  /** Does something when it ends, in place of what else was to be done then; at once when nothing is held. */
  later(work: () => void): void {
    if (this.#places === null) work();
    else this.#after = work;
  }

  #begin(): void {
    this.#api.flushAsyncTransactions();
    const places = new Map<string, number>();
    this.#api.forEachNodeAfterFilterAndSort((node) => places.set(node.id ?? '', places.size));
    this.#places = places;
    this.#next = places.size;
  }

  #end(work: () => void = () => undefined): void {
    // The grid's own order is out of date: it must sort all, not only what has changed.
    this.pin();
    this.#places = null;
    this.#drop();
    if (this.#isPinned) this.#api.setGridOption('postSortRows', undefined);
    this.#isPinned = false;
    const after = this.#after;
    this.#after = null;
    after?.();
    work();
    this.#api.refreshClientSideRowModel('filter');
  }

  #drop(): void {
    if (this.#gone.size === 0) return;
    const remove = [...this.#gone].map((id) => ({ id }) as Row);
    for (const id of this.#gone) this.#places?.delete(String(id));
    this.#gone.clear();
    this.pin();
    this.#api.applyTransaction({ remove });
  }

  #sort({ nodes }: PostSortRowsParams<Row>): void {
    const places = this.#places;
    if (places === null) return;
    const place = ({ id = '' }: IRowNode<Row>) => {
      const known = places.get(id);
      if (known !== undefined) return known;
      places.set(id, this.#next);
      return this.#next++;
    };
    for (const node of nodes) place(node);
    nodes.sort((a, b) => place(a) - place(b));
  }
}
