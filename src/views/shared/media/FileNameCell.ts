import type { ICellRendererParams } from 'ag-grid-community';
import { type CellContext, DetailCell } from '../../kit/grid/cells.ts';
import { filesType } from './fileDrag.ts';

/**
 * Cell with the name of a file, which can be dragged onto a group, with all ticked files if it is one of
 * them.
 */
export class FileNameCell extends DetailCell {
  override init(
    params: ICellRendererParams<unknown, unknown, CellContext> & { mayMove?: () => boolean },
  ): void {
    super.init(params);
    const root = this.getGui();
    root.style.display = 'block';
    root.style.overflow = 'hidden';
    root.style.textOverflow = 'ellipsis';
    if (params.mayMove?.() !== true) return;
    root.draggable = true;
    root.addEventListener('dragstart', (event) => {
      const ticked = params.node.isSelected() === true ? params.api.getSelectedNodes() : [params.node];
      const ids = ticked.flatMap((node) => (node.id === undefined ? [] : Number(node.id)));
      event.dataTransfer?.setData(filesType, JSON.stringify(ids));
      if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move';
    });
  }
}
