import { layoutReset, splitter } from '../../../../contract/constants.ts';

/** Width of the splitter's handle, px. */
export const handleWidth = 12;

/** Rightmost position of the handle in a layout of `total` px: it keeps its distance to the right edge. */
export function maxHandle(total: number): number {
  return Math.max(splitter.minLeftPx, total - splitter.rightMarginPx);
}

/** Clamps the left edge of the handle, px: at least 32 from the left, at least 150 from the right edge. */
export function clampHandle(position: number, total: number): number {
  return Math.max(splitter.minLeftPx, Math.min(position, maxHandle(total)));
}

/** Position after a layout reset: the left panel takes 20 % less 12 px, the middle 80 %. */
export function defaultHandle(total: number): number {
  return Math.round((total * layoutReset.leftPercent) / 100 - layoutReset.leftMinusPx);
}
