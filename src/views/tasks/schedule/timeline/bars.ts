import type { Span } from './scale.ts';
import type { Piece } from './zoneRuns.ts';

/** A bar of the timeline: px from the left of the window. */
export interface Bar {
  piece: Piece;
  x: number;
  width: number;
  /** Free px behind it until the next bar of its lane; none where it ends over a longer one. */
  space: number;
  /** Number of pieces of this bar: those on the same pixels are drawn once. */
  count: number;
}

/** Least width of a bar, px. */
const NARROWEST = 3;
/** Largest number of bars in a lane: more than a screen has pixels for. */
const MOST = 600;

/** Bars of one lane in a window `width` px wide, from left to right; stronger ones above weaker ones. */
export function barsOf(pieces: readonly Piece[], window: Span, width: number): Bar[] {
  const scale = width / (window.to - window.from);
  const seen = pieces
    .filter((piece) => piece.to > window.from && piece.from < window.to)
    .sort((a, b) => a.from - b.from || a.run.weight - b.run.weight);
  const bars: Bar[] = [];
  for (const piece of seen) {
    const left = Math.max(0, (piece.from - window.from) * scale);
    const right = Math.min(width, (piece.to - window.from) * scale);
    const bar = { piece, x: left, width: Math.max(NARROWEST, right - left), space: 0, count: 1 };
    const before = bars.at(-1);
    // Only a piece on the same pixels is left out: a short bell over a long programme stays visible.
    const isHidden =
      before !== undefined &&
      before.width <= NARROWEST &&
      bar.width <= NARROWEST &&
      bar.x <= before.x + NARROWEST + 1;
    if (isHidden && before !== undefined) {
      before.count += 1;
      if (piece.run.weight > before.piece.run.weight) before.piece = piece;
    } else if (bars.length < MOST) bars.push(bar);
    else (bars.at(-1) as Bar).count += 1;
  }
  let covered = 0;
  for (const [index, bar] of bars.entries()) {
    const end = bar.x + bar.width;
    const next = bars[index + 1];
    bar.space = covered > end ? 0 : (next === undefined ? width : next.x) - end;
    covered = Math.max(covered, end);
  }
  return bars;
}

/** Least width for a name that is cut off, px. */
const SHORTEST_LABEL = 28;

/** Label behind a heap: bars that touch each other. */
export interface HeapLabel {
  bar: Bar;
  /** End of the heap, and free space behind it, px. */
  x: number;
  space: number;
}

/**
 * One label for each heap of a lane: a run that is never heard first, then the longest. `widthOf` measures a
 * label. One without space is left out, but a run that is never heard takes the space of those behind it.
 */
export function heapLabels(bars: readonly Bar[], width: number, widthOf: (bar: Bar) => number): HeapLabel[] {
  const labels = heapsOf(bars, width);
  const kept: HeapLabel[] = [];
  let taken = 0;
  for (const heap of labels) {
    const needed = widthOf(heap.bar);
    const isNever = heap.bar.piece.kind === 'never';
    if (heap.x < taken || (isNever ? heap.x + needed > width : needed > heap.space)) continue;
    kept.push(heap);
    taken = heap.x + needed;
  }
  return kept;
}

function heapsOf(bars: readonly Bar[], width: number): HeapLabel[] {
  const labels: HeapLabel[] = [];
  for (const bar of bars) {
    const heap = labels.at(-1);
    const end = bar.x + bar.width;
    if (heap === undefined || bar.x > heap.x + 2) {
      if (heap !== undefined) heap.space = bar.x - heap.x;
      labels.push({ bar, x: end, space: 0 });
      continue;
    }
    heap.x = Math.max(heap.x, end);
    const isWorse = bar.piece.kind === 'never' && heap.bar.piece.kind !== 'never';
    const isLonger = bar.piece.kind === heap.bar.piece.kind && bar.width > heap.bar.width;
    if (isWorse || isLonger) heap.bar = bar;
  }
  const last = labels.at(-1);
  if (last !== undefined) last.space = width - last.x;
  return labels;
}

/** Approximate width of a text of 12 px: a Chinese or Korean character is as wide as high. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letter > '\u2e80' ? 12 : 6.5;
  return width;
}

/** Place of the name of a bar: inside, behind, or nowhere. */
export function labelPlace(bar: Bar, text: string): 'in' | 'behind' | 'none' {
  const needed = textWidth(text) + 10;
  // A bar above this one hides the text below it.
  const free = bar.width + Math.min(0, bar.space);
  if (free >= needed) return 'in';
  if (bar.space >= needed) return 'behind';
  return free >= SHORTEST_LABEL ? 'in' : 'none';
}

/** Shade of a priority, 0 weakest to 3: a stronger grey outranks. */
export function shadeOf(priority: number): 0 | 1 | 2 | 3 {
  if (priority < 35) return 0;
  if (priority < 55) return 1;
  return priority < 80 ? 2 : 3;
}
