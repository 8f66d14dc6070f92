import type { TimelineRun } from '../../../../../contract/entities/tasks/scheduledTask.ts';
import type { Zone } from '../../../kit/tree/zones.ts';
import type { Span } from './scale.ts';

/** A run with the number that distinguishes it from other runs of its task. */
export interface TimedRun extends TimelineRun {
  key: number;
  /** `end`, or a minute after the start without a known end. */
  until: number;
}

/** A part of a run in one zone: it sounds, is held back by others, or is never heard. */
export interface Piece extends Span {
  run: TimedRun;
  kind: 'sounds' | 'held' | 'never';
  /** Task that holds it back. */
  by: string;
}

const UNKNOWN_S = 60;

export function timedRuns(runs: readonly TimelineRun[]): TimedRun[] {
  return runs.map((run, key) => ({
    ...run,
    key,
    until: Math.max(run.end ?? run.start + UNKNOWN_S, run.start + 1),
  }));
}

/** Row of the whole site, including terminals without a zone. */
export const EVERYWHERE = 0;

/** Runs of each zone and its descendants, in the order given; `EVERYWHERE` has all. */
export function runsByZone(runs: readonly TimedRun[], zones: readonly Zone[]): Map<number, TimedRun[]> {
  const parents = new Map(zones.map((zone) => [zone.id, zone.parent_id]));
  const found = new Map<number, TimedRun[]>([[EVERYWHERE, [...runs]]]);
  for (const run of runs) {
    const rows = new Set<number>();
    for (const org of run.org)
      for (let at: number | null = org; at !== null && !rows.has(at); at = parents.get(at) ?? null)
        rows.add(at);
    for (const row of rows) {
      const list = found.get(row);
      if (list === undefined) found.set(row, [run]);
      else list.push(run);
    }
  }
  return found;
}

/** Spans of a run that others take in a row; `within` are the zones of that row. */
function takenFrom(
  run: TimedRun,
  others: ReadonlyMap<number, readonly TimedRun[]>,
  within: ReadonlySet<number> | null,
): (Span & { by: string })[] {
  const own = within === null ? run.org : run.org.filter((org) => within.has(org));
  return run.meets.flatMap((meeting) => {
    if (meeting.kind !== 'preempted_by') return [];
    return (others.get(meeting.task_id) ?? []).flatMap((other) => {
      // In a parent zone it is held back only where the other task sounds in all of its zones.
      const isAll =
        own.length > 0 ? own.every((org) => other.org.includes(org)) : meeting.terminals >= run.terminals;
      const from = Math.max(run.start, other.start, meeting.at);
      const to = Math.min(run.until, other.until);
      return isAll && from < to ? [{ from, to, by: meeting.name }] : [];
    });
  });
}

/** Pieces of a row's runs. `within`: zones of the row; null for the row of the whole site. */
export function piecesOf(runs: readonly TimedRun[], within: ReadonlySet<number> | null): Piece[] {
  const byTask = new Map<number, TimedRun[]>();
  for (const run of runs) byTask.set(run.task_id, [...(byTask.get(run.task_id) ?? []), run]);
  return runs.flatMap((run) => {
    if (!run.meets.some((one) => one.kind === 'preempted_by'))
      return [{ run, kind: 'sounds' as const, from: run.start, to: run.until, by: '' }];
    const taken = takenFrom(run, byTask, within).sort((a, b) => a.from - b.from);
    const pieces: Piece[] = [];
    let at = run.start;
    for (const one of taken) {
      if (one.from > at) pieces.push({ run, kind: 'sounds', from: at, to: one.from, by: '' });
      if (one.to > at)
        pieces.push({ run, kind: 'held', from: Math.max(at, one.from), to: one.to, by: one.by });
      at = Math.max(at, one.to);
    }
    if (at < run.until) pieces.push({ run, kind: 'sounds', from: at, to: run.until, by: '' });
    const isNever = pieces.every((piece) => piece.kind === 'held');
    return isNever ? pieces.map((piece) => ({ ...piece, kind: 'never' as const })) : pieces;
  });
}

/** Number of runs of a row that are never heard in it. */
export function neverHeard(pieces: readonly Piece[]): number {
  return new Set(pieces.filter((piece) => piece.kind === 'never').map((piece) => piece.run.key)).size;
}

/** Number of terminals planned to sound, in `buckets` equal parts of a span: the maximum of each part. */
export function soundingCurve(runs: readonly TimedRun[], span: Span, buckets: number): number[] {
  const edges: { at: number; change: number }[] = [];
  for (const run of runs) {
    if (run.task_type === 10) continue;
    edges.push({ at: run.start, change: run.terminals }, { at: run.until, change: -run.terminals });
  }
  edges.sort((a, b) => a.at - b.at || a.change - b.change);
  const curve = new Array<number>(buckets).fill(0);
  const width = (span.to - span.from) / buckets;
  let next = 0;
  let level = 0;
  const advance = (isDue: (at: number) => boolean, each: () => void) => {
    for (; next < edges.length && isDue(edges[next]?.at ?? 0); next++) {
      level += edges[next]?.change ?? 0;
      each();
    }
  };
  for (let i = 0; i < buckets; i++) {
    const start = span.from + i * width;
    advance(
      (at) => at <= start,
      () => undefined,
    );
    let highest = level;
    advance(
      (at) => at < start + width,
      () => {
        highest = Math.max(highest, level);
      },
    );
    curve[i] = highest;
  }
  return curve;
}
