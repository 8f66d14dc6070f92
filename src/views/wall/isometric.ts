import type { WallBlock, WallFloor } from './wallModel.ts';
import { most } from './wallModel.ts';

/** Sizes of the picture in its own units: footprint of a building, street width, and height of a storey. */
const size = { length: 190, depth: 84, street: 56, storey: 26, plate: 5, margin: 40 } as const;
/** Room left of the picture for fault texts, and the least size of the whole. */
const callout = { width: 230, height: 60, most: 4 } as const;
const least = { width: 860, height: 500 } as const;

export interface Point {
  x: number;
  y: number;
}

/** Projects a point on the ground (`u` to the lower right, `v` to the lower left) at a height. */
export function project(u: number, v: number, height = 0): Point {
  return { x: (u - v) * Math.cos(Math.PI / 6), y: (u + v) * Math.sin(Math.PI / 6) - height };
}

/** A drawn floor: top of its plate, its two visible edges, and its dots. */
export interface DrawnFloor {
  floor: WallFloor;
  top: Point[];
  left: Point[];
  right: Point[];
  dots: Point[];
}

export interface DrawnBlock {
  block: WallBlock;
  floors: DrawnFloor[];
  shadow: Point[];
  /** Middle of the roof, for the name. */
  roof: Point;
}

/** Fault text of a building beside the picture, and the line to its highest fault. */
export interface Callout {
  block: WallBlock;
  /** The floor with the faults; null: several. */
  floor: WallFloor | null;
  offline: number;
  silent: number;
  at: Point;
  line: Point[];
}

export interface Picture {
  /** Buildings from back to front. */
  blocks: DrawnBlock[];
  ground: Point[];
  streets: Point[][];
  callouts: Callout[];
  view: { x: number; y: number; width: number; height: number };
}

/** Arranges buildings on a nearly square ground; the highest are behind, so that they hide none. */
export function draw(blocks: readonly WallBlock[]): Picture {
  const columns = Math.max(1, Math.round(Math.sqrt(blocks.length / 1.7)));
  const rows = Math.ceil(blocks.length / columns);
  const [stepU, stepV] = [size.length + size.street, size.depth + size.street];
  const [width, depth] = [columns * stepU - size.street, Math.max(1, rows) * stepV - size.street];
  const places = Array.from({ length: columns * rows }, (_, i) => ({
    column: i % columns,
    row: Math.floor(i / columns),
  })).sort((a, b) => a.column + a.row - (b.column + b.row));
  const drawn = [...blocks]
    .sort((a, b) => b.floors.length - a.floors.length)
    .flatMap((block, i) => {
      const place = places[i];
      return place === undefined ? [] : drawBlock(block, place.column * stepU, place.row * stepV);
    });
  const m = size.margin;
  const ground = area(-m, -m, width + 2 * m, depth + 2 * m);
  const streets = [
    ...Array.from({ length: columns - 1 }, (_, i) =>
      area((i + 1) * stepU - size.street / 2 - 6, -m, 12, depth + 2 * m),
    ),
    ...Array.from({ length: rows - 1 }, (_, i) =>
      area(-m, (i + 1) * stepV - size.street / 2 - 6, width + 2 * m, 12),
    ),
  ];
  const seen = [...ground, ...drawn.flatMap(({ floors }) => floors.flatMap(({ top }) => top))];
  const xs = seen.map(({ x }) => x);
  const ys = seen.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const callouts = callOut(drawn, left - callout.width, top + 16);
  const aside = callouts.length > 0 ? callout.width : 0;
  const whole = { width: right - left + aside, height: bottom - top + 24 };
  const extra = {
    x: Math.max(0, least.width - whole.width),
    y: Math.max(0, least.height - whole.height),
  };
  return {
    blocks: drawn,
    ground,
    streets,
    callouts,
    view: {
      x: left - aside - extra.x / 2,
      y: top - 12 - extra.y / 2,
      width: whole.width + extra.x,
      height: whole.height + extra.y,
    },
  };
}

function drawBlock(block: WallBlock, u: number, v: number): DrawnBlock {
  const floors = block.floors.map((floor, i) => drawFloor(floor, u, v, (i + 1) * size.storey));
  const height = block.floors.length * size.storey;
  return {
    block,
    floors,
    shadow: area(u + 4, v + 4, size.length + 8, size.depth + 8),
    roof: project(u + size.length / 2, v + size.depth / 2, height),
  };
}

function drawFloor(floor: WallFloor, u: number, v: number, height: number): DrawnFloor {
  const [u1, v1] = [u + size.length, v + size.depth];
  const under = height - size.plate;
  return {
    floor,
    top: [project(u, v, height), project(u1, v, height), project(u1, v1, height), project(u, v1, height)],
    left: [project(u, v1, height), project(u1, v1, height), project(u1, v1, under), project(u, v1, under)],
    right: [project(u1, v1, height), project(u1, v, height), project(u1, v, under), project(u1, v1, under)],
    dots: floor.dots.map((_, i) =>
      project(u + ((i + 0.5) * size.length) / most.dots, v1, height - size.storey / 2 - 2),
    ),
  };
}

function area(u: number, v: number, length: number, depth: number): Point[] {
  return [project(u, v), project(u + length, v), project(u + length, v + depth), project(u, v + depth)];
}

/** Texts of the buildings with unacknowledged faults, those with most first, in the column at the left. */
function callOut(blocks: readonly DrawnBlock[], x: number, top: number): Callout[] {
  const faulty = blocks.flatMap(({ block, floors }) => {
    const bad = floors.filter(({ floor }) => floor.dots.includes('fault'));
    const highest = bad.at(-1);
    const to = highest?.dots[highest.floor.dots.indexOf('fault')];
    const sum = (count: (floor: WallFloor) => number) => bad.reduce((n, one) => n + count(one.floor), 0);
    const [offline, silent] = [sum((floor) => floor.offline), sum((floor) => floor.silent)];
    const floor = bad.length === 1 ? (highest?.floor ?? null) : null;
    return to === undefined ? [] : { block, floor, offline, silent, to };
  });
  return faulty
    .sort((a, b) => b.offline + b.silent - (a.offline + a.silent))
    .slice(0, callout.most)
    .sort((a, b) => a.to.y - b.to.y)
    .map(({ to, ...words }, i) => {
      const at = { x, y: top + i * callout.height };
      const from = { x: x + callout.width - 34, y: at.y + 20 };
      const line = [from, { x: from.x + 14, y: from.y }, { x: to.x - 8, y: to.y - 4 }];
      return { ...words, at, line };
    });
}

/** Formats points as an SVG attribute. */
export function points(of: readonly Point[]): string {
  return of.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
