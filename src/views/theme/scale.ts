import { useSyncExternalStore } from 'react';

/** From this width of the window on, px at a device pixel ratio of 1, the console grows with it. */
const from = 2560;

/**
 * How much larger everything is drawn in a window of this width: 1 on a desk, 1.25 at 2560, 1.75 at 3840, in quarters,
 * so that a wall is read from across the room while a wider screen still shows a little more (design 10).
 */
export function scaleFor(width: number): number {
  return width < from ? 1 : Math.floor(width / 512) / 4;
}

/**
 * The scale of this window. Its outer width counts: what the user's own zoom makes of the inner one must not be taken
 * back by ours.
 */
export function scaleNow(): number {
  return scaleFor(window.outerWidth);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The scale of this window, kept up to date. */
export function useScale(): number {
  return useSyncExternalStore(subscribe, scaleNow);
}
