import type { ColDef, ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { type BarPart, barParts } from '../../shared/upgrades/steps.ts';

export type PartClasses = Readonly<Record<'bar' | BarPart, string>>;
type Parts = Readonly<Record<BarPart, number>>;
type Params = ICellRendererParams<unknown, Parts> & { classes: PartClasses };

/** Cell with the terminals of a batch as one bar. Plain DOM; the column beside it has the text. */
export class StepsCell implements ICellRendererComp {
  #root = document.createElement('span');
  #parts = barParts.map((part) => ({ part, element: document.createElement('span') }));

  init(params: Params): void {
    const { classes } = params;
    this.#root.className = classes.bar;
    this.#root.style.cssText = 'margin-top:11px';
    for (const { part, element } of this.#parts) {
      element.className = classes[part];
      this.#root.append(element);
    }
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: Params): boolean {
    for (const { part, element } of this.#parts) {
      const count = params.value?.[part] ?? 0;
      element.style.display = count === 0 ? 'none' : '';
      element.style.flexGrow = String(count);
    }
    return true;
  }
}

/** Column with such a bar, sorted by the finished share. */
export function stepsColumn<Row>(
  headerName: string,
  parts: (row: Row) => Parts,
  words: (parts: Parts) => string,
  classes: PartClasses,
  more: ColDef<Row> = {},
): ColDef<Row> {
  return {
    colId: 'progress',
    headerName,
    cellRenderer: StepsCell,
    cellRendererParams: { classes },
    valueGetter: ({ data }) => (data === undefined ? null : parts(data)),
    valueFormatter: ({ value }) => (value === null ? '' : words(value)),
    tooltip: ({ value }) => (value === null ? '' : words(value)),
    equals: (a: Parts | null, b: Parts | null) => barParts.every((part) => a?.[part] === b?.[part]),
    sortable: false,
    ...more,
  };
}
