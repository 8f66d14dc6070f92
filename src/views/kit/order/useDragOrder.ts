import { type PointerEvent, useState } from 'react';

/** The dragged row and the place where it would be dropped. */
export interface Drag {
  from: number;
  to: number;
}

/** Scroll distance at each move of the pointer near an edge, px. */
const scrollStep = 12;
const edge = 24;

/**
 * Moves rows of equal height with the pointer. Pass `handlers(index)` to the row's handle, and
 * `data-order-list` to the scrolling element; its rows have `data-order-row`.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  function placeOf(event: PointerEvent<HTMLElement>): number {
    const list = event.currentTarget.closest<HTMLElement>('[data-order-list]');
    if (list === null) return 0;
    const frame = list.getBoundingClientRect();
    if (event.clientY < frame.top + edge) list.scrollBy(0, -scrollStep);
    else if (event.clientY > frame.bottom - edge) list.scrollBy(0, scrollStep);
    const rows = [...list.querySelectorAll('[data-order-row]')];
    const below = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
    return below < 0 ? rows.length - 1 : below;
  }

  const handlers = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag === null) return;
      const to = placeOf(event);
      if (to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp() {
      if (drag !== null && drag.from !== drag.to) onMove(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { drag, handlers, cancel: () => setDrag(null) };
}
