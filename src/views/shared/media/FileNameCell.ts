import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { type CellContext, DetailCell, type DetailText } from '../../kit/grid/cells.ts';
import { NameCell } from '../../kit/grid/NameCell.ts';
import { filesType } from './fileDrag.ts';

/** The value is a `DetailText`. */
type Params = ICellRendererParams<unknown, unknown, CellContext> & { mayMove?: () => boolean };

/**
 * Cell with the name of a file, shortened in its middle, and a detail. It can be dragged onto a group, with all ticked
 * files if it is one of them.
 */
export class FileNameCell implements ICellRendererComp {
  #root = document.createElement('span');
  #name = new NameCell();
  #detail = new DetailCell();

  init(params: Params): void {
    Object.assign(this.#root.style, { display: 'flex', gap: '4px', minWidth: '0' });
    this.#name.init(nameOf(params));
    this.#detail.init(detailOf(params));
    // A sentence, which is cut before the name.
    const cut = { flexShrink: '1000', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' };
    Object.assign(this.#detail.getGui().style, cut);
    this.#root.append(this.#name.getGui(), ' ', this.#detail.getGui());
    if (params.mayMove?.() === true) this.#allowDrag(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: Params): boolean {
    this.#name.refresh(nameOf(params));
    return this.#detail.refresh(detailOf(params));
  }

  #allowDrag(params: Params): void {
    this.#root.draggable = true;
    this.#root.addEventListener('dragstart', (event) => {
      const ticked = params.node.isSelected() === true ? params.api.getSelectedNodes() : [params.node];
      const ids = ticked.flatMap((node) => (node.id === undefined ? [] : Number(node.id)));
      event.dataTransfer?.setData(filesType, JSON.stringify(ids));
      if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move';
    });
  }
}

const textOf = ({ value }: Params) => value as DetailText | undefined;
const nameOf = (params: Params) => ({ ...params, value: textOf(params)?.main, valueFormatted: null });
const detailOf = (params: Params) => ({
  ...params,
  value: { main: '', detail: textOf(params)?.detail ?? '' },
});
