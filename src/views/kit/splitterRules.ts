/** The pixel rules of the splitter (spec 2, 9). Positions are px of the handle's left edge. */
export const minLeft = 32;
export const marginRight = 150;
export const handleWidth = 12;

/** Where the handle may stand: at least 32 px from the left and 150 px from the right edge. */
export function clampHandle(position: number, total: number): number {
  return Math.max(minLeft, Math.min(position, total - marginRight));
}

/** Layout reset: the left panel takes 20 % less the handle's 12 px, the middle 80 %. */
export function defaultHandle(total: number): number {
  return Math.round(total * 0.2 - handleWidth);
}
