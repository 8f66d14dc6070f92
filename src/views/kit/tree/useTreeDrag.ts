import { type DragEvent, type HTMLAttributes, useState } from 'react';
import type { Zone } from './zones.ts';

/** Dragging one zone onto another. */
export interface ZoneDrag {
  canDrop: (moved: number, to: number) => boolean;
  onDrop: (moved: number, to: number) => void;
}

/**
 * Which row is dragged and over which it hovers; the attributes that a row needs for it. `carried` is the one that the
 * keyboard has picked up, `carry` what its keys do. The top zone stays.
 */
export function useTreeDrag(drag: ZoneDrag | undefined) {
  const [moved, setMoved] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [carried, setCarried] = useState<number | null>(null);
  const end = () => {
    setMoved(null);
    setOver(null);
  };
  const isAllowed = (to: number) => moved !== null && drag?.canDrop(moved, to) === true;
  const propsOf = (zone: Zone): HTMLAttributes<HTMLElement> => {
    if (drag === undefined) return {};
    return {
      draggable: zone.parent_id !== null,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData('text/plain', zone.name);
        event.dataTransfer.effectAllowed = 'move';
        setMoved(zone.id);
      },
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (!isAllowed(zone.id)) return;
        event.preventDefault();
        setOver(zone.id);
      },
      onDragLeave: () => setOver((old) => (old === zone.id ? null : old)),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (moved !== null && isAllowed(zone.id)) drag.onDrop(moved, zone.id);
        end();
      },
    };
  };
  const carry = {
    cut(id: number) {
      if (drag === undefined) return false;
      setCarried(id);
      return true;
    },
    paste(to: number) {
      if (carried === null || drag?.canDrop(carried, to) !== true) return false;
      drag.onDrop(carried, to);
      setCarried(null);
      return true;
    },
    letGo() {
      setCarried(null);
      return carried !== null;
    },
  };
  return { over, propsOf, carried, carry };
}
