import { layoutReset, splitter } from '../../../contract/constants.ts';

/** Width of the splitter's handle (look: Layout), px. */
export const handleWidth = 12;

/** The rightmost position of the handle in a layout of `total` px: it keeps its room at the right edge (spec 2). */
export function maxHandle(total: number): number {
  return Math.max(splitter.minLeftPx, total - splitter.rightMarginPx);
}

/** Where the handle may stand, px of its left edge: at least 32 from the left, at least 150 from the right edge. */
export function clampHandle(position: number, total: number): number {
  return Math.max(splitter.minLeftPx, Math.min(position, maxHandle(total)));
}

/** Layout reset: the left panel takes 20 % less 12 px, the middle 80 % (spec 2). */
export function defaultHandle(total: number): number {
  return Math.round((total * layoutReset.leftPercent) / 100 - layoutReset.leftMinusPx);
}
