import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** The dragged row and the place where it would be dropped. */
export interface Drag {
  from: number;
  to: number;
}

/** Distance from the upper or lower edge at which the list scrolls, and distance of each step, px. */
const EDGE = 24;
const STEP = 12;
const STEP_MS = 16;

/**
 * Moves rows of equal height with the pointer; near an edge the list scrolls, also while the pointer rests. Pass
 * `handlers(index)` to the row's handle, and `data-order-list` to the scrolling element, whose children are the rows.
 * A drag ends without a move when somebody else changes the list, told by its `order`: another row is at the place of
 * the dragged one then.
 *
 * No library: dnd-kit adds 13.8 kB to the console and is slower with 1,000 rows
 * (docs/decisions/0122-trees-ordering-and-playlists.md).
 */
export function useDragOrder(order: string, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointer = useRef<{ list: HTMLElement; y: number } | null>(null);

  function follow(): void {
    const first = pointer.current?.list.firstElementChild?.getBoundingClientRect();
    if (pointer.current === null || first === undefined) return;
    const { list, y } = pointer.current;
    const place = Math.floor((y - first.top) / first.height);
    const to = Math.max(0, Math.min(place, list.childElementCount - 1));
    setDrag((old) => (old === null || old.to === to ? old : { ...old, to }));
  }

  const isDragging = drag !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls has no state of its own
  useEffect(() => {
    if (!isDragging) return;
    const timer = setInterval(() => {
      if (pointer.current === null) return;
      const { list, y } = pointer.current;
      const frame = list.getBoundingClientRect();
      if (y < frame.top + EDGE) list.scrollBy(0, -STEP);
      else if (y > frame.bottom - EDGE) list.scrollBy(0, STEP);
      else return;
      follow();
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isDragging]);

  const end = () => {
    pointer.current = null;
    setDrag(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another order only
  useEffect(end, [order]);
  const handlers = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const list = event.currentTarget.closest<HTMLElement>('[data-order-list]');
      if (drag === null || list === null) return;
      pointer.current = { list, y: event.clientY };
      follow();
    },
    onPointerUp() {
      if (drag !== null && drag.from !== drag.to) onMove(drag.from, drag.to);
      end();
    },
    onPointerCancel: end,
  });
  return { drag, handlers, cancel: end };
}
