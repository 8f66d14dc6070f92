import { type DragEvent, type HTMLAttributes, useState } from 'react';
import { tokens } from '../../theme/tokens.ts';
import type { Zone } from './zones.ts';

/** Dragging of zones onto another. */
export interface ZoneDrag {
  /** Tests whether these zones can be moved below another one. */
  targets: (moved: readonly number[]) => (to: number) => boolean;
  onDrop: (moved: readonly number[], to: number) => void;
}

/** Shows the number of dragged zones under the pointer. The tree itself must not move meanwhile. */
function showUnderPointer(event: DragEvent, text: string): void {
  const image = document.createElement('div');
  image.textContent = text;
  Object.assign(image.style, {
    position: 'fixed',
    top: '-100px',
    padding: '4px 8px',
    font: 'inherit',
    background: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  });
  event.currentTarget.parentElement?.append(image);
  event.dataTransfer.setDragImage(image, -8, -8);
  // The browser has taken the image by then.
  setTimeout(() => image.remove());
}

/**
 * Tracks the dragged rows and the row under the pointer, and returns the attributes of a row for it.
 * `carried` are the zones that the keyboard has cut, `carry` its actions. The top zone cannot be moved.
 *
 * @param movedWith zones that move with a zone, itself included @param inWords describes the number of moved
 * zones
 */
export function useTreeDrag(
  drag: ZoneDrag | undefined,
  movedWith: (id: number) => readonly number[],
  inWords: (zones: number) => string,
) {
  const [moved, setMoved] = useState<{ ids: readonly number[]; fits: (to: number) => boolean } | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [carried, setCarried] = useState<readonly number[]>([]);
  const end = () => {
    setMoved(null);
    setOver(null);
  };
  const propsOf = (zone: Zone): HTMLAttributes<HTMLElement> => {
    if (drag === undefined) return {};
    return {
      draggable: zone.parent_id !== null,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData('text/plain', zone.name);
        event.dataTransfer.effectAllowed = 'move';
        const ids = movedWith(zone.id);
        if (ids.length > 1) showUnderPointer(event, inWords(ids.length));
        setMoved({ ids, fits: drag.targets(ids) });
      },
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (moved?.fits(zone.id) !== true) return;
        event.preventDefault();
        setOver(zone.id);
      },
      onDragLeave: () => setOver((old) => (old === zone.id ? null : old)),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (moved?.fits(zone.id) === true) drag.onDrop(moved.ids, zone.id);
        end();
      },
    };
  };
  const carry = {
    cut(id: number) {
      if (drag === undefined) return false;
      setCarried(movedWith(id));
      return true;
    },
    paste(to: number) {
      if (drag === undefined || carried.length === 0 || !drag.targets(carried)(to)) return false;
      drag.onDrop(carried, to);
      setCarried([]);
      return true;
    },
    letGo() {
      setCarried([]);
      return carried.length > 0;
    },
  };
  return { over, propsOf, dragged: moved?.ids ?? [], carried, carry };
}
