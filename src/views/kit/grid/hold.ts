import type { GridApi, IRowNode } from 'ag-grid-community';

/**
 * Keeps the rows of a grid in place while the pointer or the keyboard focus is on one, or some are ticked, so
 * that a press never hits another row than the one seen. Values still change in place; new rows are added at
 * the end. Pending changes are applied when the hold ends.
 *
 * Without a hold it costs nothing; a change of a held row costs less than usual, since nothing is sorted.
 */
export class RowHold<Row extends { id: number }> {
  readonly #api: GridApi<Row>;
  /** Position of each row shown at the start of the hold, and of rows added since; null: no hold. */
  #places: Map<string, number> | null = null;
  /** Position of the next added row. */
  #next = 0;
  /** Removed rows that stay visible until the hold ends. */
  readonly #gone = new Set<number>();
  #keepsGone = false;
  /** Work to do at the end of the hold: a page that arrived meanwhile. */
  #after: (() => void) | null = null;

  constructor(api: GridApi<Row>) {
    this.#api = api;
  }

  get isOn(): boolean {
    return this.#places !== null;
  }

  /**
   * Starts or ends the hold. @param keepsGone keeps removed rows in place, too: the pointer is over the rows
   */
  set(isOn: boolean, keepsGone: boolean): void {
    this.#keepsGone = isOn && keepsGone;
    if (isOn && this.#places === null) this.#begin();
    else if (!isOn && this.#places !== null) this.#end();
    else if (!this.#keepsGone) this.#drop();
  }

  /** Ends the hold for a change of order or filter by the user (`work`), then holds the result. */
  anew(work: () => void = () => undefined): void {
    if (this.#places === null) {
      work();
      return;
    }
    this.#end(work);
    this.#begin();
  }

  /** Tells whether a row keeps its place now. */
  keeps(id: number): boolean {
    return this.#places?.has(String(id)) ?? false;
  }

  isGone(id: number): boolean {
    return this.#gone.has(id);
  }

  /** Takes back that a row was removed. */
  stays(id: number): void {
    this.#gone.delete(id);
  }

  /** Updates the values of a row that keeps its place. */
  update(row: Row): void {
    this.stays(row.id);
    this.#api.getRowNode(String(row.id))?.updateData(row);
  }

  /** Removes a row. Returns false if the row is not held and has to be removed by the caller. */
  remove(id: number): boolean {
    if (!this.#keepsGone || !this.keeps(id)) {
      this.#places?.delete(String(id));
      return false;
    }
    this.#gone.add(id);
    const node = this.#api.getRowNode(String(id));
    // Repaints the row as removed.
    if (node?.data !== undefined) node.updateData({ ...node.data });
    return true;
  }

  /** Runs work at the end of the hold, replacing earlier pending work; at once without a hold. */
  later(work: () => void): void {
    if (this.#places === null) work();
    else this.#after = work;
  }

  #begin(): void {
    const places = new Map<string, number>();
    this.#api.forEachNodeAfterFilterAndSort((node) => places.set(node.id ?? '', places.size));
    this.#places = places;
    this.#next = places.size;
  }

  #end(work: () => void = () => undefined): void {
    this.#places = null;
    this.#drop();
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
    this.#api.applyTransaction({ remove });
  }

  /** Sorts the rows of the grid into the order that is held, in place. */
  sort(nodes: IRowNode<Row>[]): void {
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
