import { dateOf, dayOf } from '../../../../../contract/schedule/calendar.ts';
import type { Zone } from '../../../../../contract/schedule/zone.ts';

/** A span of time, epoch seconds. */
export interface Span {
  from: number;
  to: number;
}

/** Lengths of the timeline. */
export const spans = ['day', 'week'] as const;
export type SpanKind = (typeof spans)[number];

/** First day of the week, a Monday. */
function weekStart(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** First day number of the day or week that contains a date. */
export function firstDay(date: string, kind: SpanKind): number {
  const day = dayOf(date);
  return kind === 'week' ? weekStart(day) : day;
}

/**
 * Span of the day or week of a date, from midnight to midnight in the site's time zone (also days of 23 or 25
 * hours).
 */
export function spanOf(date: string, kind: SpanKind, zone: Zone): Span {
  const first = firstDay(date, kind);
  const days = kind === 'week' ? 7 : 1;
  return { from: zone.instantOf(first, 0) / 1000, to: zone.instantOf(first + days, 0) / 1000 };
}

/** Date a day or week later (`step` 1) or earlier (−1). */
export function stepDate(date: string, kind: SpanKind, step: number): string {
  return dateOf(dayOf(date) + step * (kind === 'week' ? 7 : 1));
}

/** Shortest window, seconds. */
const SHORTEST = 600;

/** Clamps a window to a span and to the shortest length. */
export function clampWindow(window: Span, span: Span): Span {
  const length = Math.min(Math.max(window.to - window.from, SHORTEST), span.to - span.from);
  const middle = (window.from + window.to) / 2;
  const from = Math.min(Math.max(middle - length / 2, span.from), span.to - length);
  return { from, to: from + length };
}

/** Zooms a window around its middle: longer with a `factor` above 1. */
export function zoomWindow(window: Span, factor: number, span: Span): Span {
  const middle = (window.from + window.to) / 2;
  const half = ((window.to - window.from) * factor) / 2;
  return clampWindow({ from: middle - half, to: middle + half }, span);
}

const MINUTE = 60;
const HOUR = 3600;
const steps = [
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  24 * HOUR,
];
/** Least distance of ticks, px. */
const TICK_PX = 72;

/** Ticks of a window `width` px wide, at round times of the site. */
export function ticksOf(window: Span, width: number, zone: Zone): number[] {
  const wanted = ((window.to - window.from) / Math.max(width, 1)) * TICK_PX;
  const step = steps.find((one) => one >= wanted) ?? 24 * HOUR;
  const ticks: number[] = [];
  for (let day = zone.dayAt(window.from * 1000); ; day++) {
    const midnight = zone.instantOf(day, 0) / 1000;
    if (midnight >= window.to) return ticks;
    for (let second = 0; second < 24 * HOUR; second += step) {
      const at = zone.instantOf(day, second) / 1000;
      // A time that a clock change skips or repeats has one tick.
      if (at >= window.from && at < window.to && at !== ticks.at(-1)) ticks.push(at);
    }
  }
}
