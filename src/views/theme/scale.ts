import { useSyncExternalStore } from 'react';

/** Width of the window from which the console is enlarged, px at a device pixel ratio of 1. */
const from = 2560;

/**
 * Scale of the console for a width of the window: 1 on a desk, 1.25 at 2560, 1.75 at 3840, in quarters, so
 * that a wall display is readable from across the room while a wider screen still shows a little more.
 */
export function scaleFor(width: number): number {
  return width < from ? 1 : Math.floor(width / 512) / 4;
}

/**
 * Scale of this window. It depends on the outer width, because the browser's own zoom changes the inner one
 * and must not be undone.
 */
export function scaleNow(): number {
  return scaleFor(window.outerWidth);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** Scale of this window, kept up to date. */
export function useScale(): number {
  return useSyncExternalStore(subscribe, scaleNow);
}
