import { dateOf, dayOf } from '../../../../contract/schedule/calendar.ts';
import type { Zone } from '../../../../contract/schedule/zone.ts';

/** A stretch of time, epoch seconds. */
export interface Span {
  from: number;
  to: number;
}

/** How long the timeline is. */
export const spans = ['day', 'week'] as const;
export type SpanKind = (typeof spans)[number];

/** Monday is the first day of a week. */
function weekStart(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** First day number of the day or week that holds a date. */
export function firstDay(date: string, kind: SpanKind): number {
  const day = dayOf(date);
  return kind === 'week' ? weekStart(day) : day;
}

/** The day or week of a date, from midnight to midnight of the site's clocks (a day of 23 or 25 hours as well). */
export function spanOf(date: string, kind: SpanKind, zone: Zone): Span {
  const first = firstDay(date, kind);
  const days = kind === 'week' ? 7 : 1;
  return { from: zone.instantOf(first, 0) / 1000, to: zone.instantOf(first + days, 0) / 1000 };
}

/** The date a day or week later (`step` 1) or earlier (−1). */
export function stepDate(date: string, kind: SpanKind, step: number): string {
  return dateOf(dayOf(date) + step * (kind === 'week' ? 7 : 1));
}

/** The shortest window, seconds. */
const SHORTEST = 600;

/** A window within a span: not outside it, and not shorter than ten minutes. */
export function clampWindow(window: Span, span: Span): Span {
  const length = Math.min(Math.max(window.to - window.from, SHORTEST), span.to - span.from);
  const middle = (window.from + window.to) / 2;
  const from = Math.min(Math.max(middle - length / 2, span.from), span.to - length);
  return { from, to: from + length };
}

/** A window made longer (`factor` above 1) or shorter round its middle. */
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
/** Ticks stand at least so far apart, px. */
const TICK_PX = 72;

/** Where ticks stand in a window `width` px wide: at round times of the site's clocks. */
export function ticksOf(window: Span, width: number, zone: Zone): number[] {
  const wanted = ((window.to - window.from) / Math.max(width, 1)) * TICK_PX;
  const step = steps.find((one) => one >= wanted) ?? 24 * HOUR;
  const ticks: number[] = [];
  for (let day = zone.dayAt(window.from * 1000); ; day++) {
    const midnight = zone.instantOf(day, 0) / 1000;
    if (midnight >= window.to) return ticks;
    for (let second = 0; second < 24 * HOUR; second += step) {
      const at = zone.instantOf(day, second) / 1000;
      // A time that the clocks skip or show twice has one tick.
      if (at >= window.from && at < window.to && at !== ticks.at(-1)) ticks.push(at);
    }
  }
}
