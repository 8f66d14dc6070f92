import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Part of a plan that is shown: its magnification, 1 for the whole, and the shift of its middle, px. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

export const whole: View = { zoom: 1, x: 0, y: 0 };
const MAX_ZOOM = 12;
export const ZOOM_STEP = 1.4;

/** Zooms by a factor so that the point (px from the middle of the frame) stays where it is. */
export function zoomed(view: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * factor));
  if (zoom === 1) return whole;
  const by = zoom / view.zoom;
  return { zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/** Zoom by the wheel and pan by dragging, within a frame; not where it is still. */
export function usePan(frame: RefObject<HTMLElement | null>, isStill: boolean) {
  const [view, setView] = useState(whole);
  /** Pixels of the screen per CSS pixel: the console is scaled on large screens. */
  const scale = useCallback(() => {
    const element = frame.current;
    return element === null || element.offsetWidth === 0
      ? 1
      : element.getBoundingClientRect().width / element.offsetWidth;
  }, [frame]);

  useEffect(() => {
    const element = frame.current;
    if (element === null || isStill) return;
    // React's listener is passive: the page would scroll.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const k = scale();
      const at = {
        x: (event.clientX - box.left - box.width / 2) / k,
        y: (event.clientY - box.top - box.height / 2) / k,
      };
      setView((before) => zoomed(before, Math.exp(-event.deltaY * 0.002), at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, scale, isStill]);

  const drag = useRef<{ x: number; y: number; from: View } | null>(null);
  return {
    view,
    zoom: (factor: number) => setView((before) => zoomed(before, factor)),
    reset: () => setView(whole),
    shift: (x: number, y: number) => setView((before) => ({ ...before, x: before.x + x, y: before.y + y })),
    pan: {
      begin(event: PointerEvent) {
        drag.current = { x: event.clientX, y: event.clientY, from: view };
      },
      move(event: PointerEvent) {
        const from = drag.current;
        if (from === null) return;
        const k = scale();
        setView({
          ...from.from,
          x: from.from.x + (event.clientX - from.x) / k,
          y: from.from.y + (event.clientY - from.y) / k,
        });
      },
      end() {
        drag.current = null;
      },
    },
  };
}
