import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { splitName } from '../layout/nameWidth.ts';
import type { CellContext } from './cells.ts';

type Params = ICellRendererParams<unknown, unknown, CellContext>;

/** Cell for a name: `NameText` without React, shortened in its middle; whole while its cell has the focus. */
export class NameCell implements ICellRendererComp {
  #root = document.createElement('span');
  #shown = document.createElement('span');
  #whole = document.createElement('span');

  init(params: Params): void {
    const { root, shown, whole } = params.context.nameClasses;
    this.#root.className = root;
    this.#root.dir = 'auto';
    this.#root.dataset.name = '';
    this.#shown.className = shown;
    this.#shown.ariaHidden = 'true';
    this.#whole.className = whole;
    this.#root.append(this.#shown, this.#whole);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh({ value, valueFormatted }: Params): boolean {
    const name = String(valueFormatted ?? value ?? '');
    if (name === this.#whole.textContent) return true;
    const { start, end } = splitName(name);
    Object.assign(this.#shown.dataset, { start, end });
    this.#whole.textContent = name;
    this.#root.title = name;
    return true;
  }
}
