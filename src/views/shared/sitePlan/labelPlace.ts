import type { PlanArea } from '../../../../contract/entities/site/sitePlan.ts';

type Place = Readonly<{ x: number; y: number }>;

/** Places that are tried along each side of the box of an area. */
const TRIED = 9;
/** Distance from a mark, as a share of the height of the plan, at which it is not in the way. */
const CLEAR = 0.08;
/** A label is wider than it is high: a mark beside it is in the way sooner than one below it. */
const WIDE = 0.4;

/** Tells whether a place lies in a polygon: a line from it to the right crosses an odd number of sides. */
function isInside({ x, y }: Place, points: PlanArea['points']): boolean {
  let inside = false;
  for (const [i, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(i + 1) % points.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Place of a label, and the width that it has there within the box of its area, as shares of the plan. */
export type LabelPlace = Place & { width: number };

/**
 * Place of the label of an area: within it and clear of the marks, and of those places the one nearest to the middle.
 *
 * @param ratio width of the plan by its height
 */
export function labelPlace(points: PlanArea['points'], marks: readonly Place[], ratio: number): LabelPlace {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle = { x: meanOf(xs), y: meanOf(ys) };
  const near = marks.filter(
    ({ x, y }) => x > left - CLEAR && x < right + CLEAR && y > top - CLEAR && y < bottom + CLEAR,
  );
  const away = (a: Place, b: Place, wide: number) => Math.hypot((a.x - b.x) * ratio * wide, a.y - b.y);
  let best = { place: middle, clear: -1, off: 0 };
  for (let i = -1; i < TRIED * TRIED; i++) {
    const share = (n: number) => (n + 0.5) / TRIED;
    const place =
      i < 0
        ? middle
        : {
            x: left + (right - left) * share(i % TRIED),
            y: top + (bottom - top) * share(Math.floor(i / TRIED)),
          };
    if (!isInside(place, points)) continue;
    const clear = Math.min(CLEAR, ...near.map((mark) => away(place, mark, WIDE)));
    const off = away(place, middle, 1);
    if (clear > best.clear + 1e-6 || (clear > best.clear - 1e-6 && off < best.off))
      best = { place, clear, off };
  }
  return { ...best.place, width: 2 * Math.min(best.place.x - left, right - best.place.x) };
}
