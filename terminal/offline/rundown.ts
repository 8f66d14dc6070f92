import { compareRank, heardOf, type Part, type Rank } from '../../contract/protocol/hearing.ts';
import type { KeepManifest, KeptProgramme } from '../../contract/protocol/keeping.ts';
import { itemsOf, runKey } from './due.ts';

/** A run that plays in an interval. */
export interface Heard {
  key: string;
  start_s: number;
  programme: KeptProgramme;
  /** Time of day at which its list began, shifted by its pauses, ms. */
  began_ms: number;
  /** Time of day of its end, ms. */
  ends_ms: number;
}

/** An interval with constant playback: the winner and the programme ducked under it. */
export interface Stretch {
  from_ms: number;
  until_ms: number;
  heard: Heard[];
}

/** Abilities and state of the terminal. */
export interface Means {
  /** Whether it mixes speech over programme. */
  mixes: boolean;
  holds(item: string): boolean;
  /** Time of day at which a person or a fault ended a run; undefined: not ended. */
  cutAt(key: string): number | undefined;
}

interface Course {
  key: string;
  start_s: number;
  programme: KeptProgramme;
  part: Part;
  rank: Rank;
  began_ms: number;
}

/**
 * Computes local playback between two times of day (docs/protocols/terminal-protocol.md, "Playing alone"): the claims of the
 * runs at this terminal by the ranking of the server (contract/protocol/hearing.ts) and the resume policies of pre-empted
 * broadcasts.
 *
 * @returns the intervals that overlap the span, in order
 */
export function rundown(
  { runs, programmes }: Pick<KeepManifest, 'runs' | 'programmes'>,
  span: { from_ms: number; to_ms: number },
  means: Means,
): Stretch[] {
  const found: Stretch[] = [];
  /** Due runs, the winner first. */
  let due: Course[] = [];
  let [at, next] = [Number.NEGATIVE_INFINITY, 0];
  const startOf = (place: number) => (runs[place]?.start_s ?? Number.POSITIVE_INFINITY) * 1000;
  for (;;) {
    const heard = heardOf(due, means.mixes);
    const ends = new Map(due.map((one) => [one, endOf(one, heard, means)]));
    const until_ms = Math.max(at, Math.min(startOf(next), ...ends.values()));
    if (until_ms > Math.max(at, span.from_ms))
      found.push({
        from_ms: at,
        until_ms,
        heard: heard.map((one) => ({ ...one, ends_ms: ends.get(one) ?? until_ms })),
      });
    if (until_ms > span.to_ms || until_ms === Number.POSITIVE_INFINITY) return found;
    for (const one of due) if (stands(one, heard)) one.began_ms += until_ms - at;
    at = until_ms;
    due = due.filter((one) => (ends.get(one) ?? 0) > at);
    const before = heardOf(due, means.mixes);
    for (; startOf(next) <= at; next++) {
      const begun = courseOf(runs[next], programmes, means);
      if (begun !== null) due.push(begun);
    }
    due.sort((a, b) => compareRank(a.rank, b.rank));
    const after = heardOf(due, means.mixes);
    due = due.filter(
      (one) => one.programme.resume !== 'none' || !before.includes(one) || after.includes(one),
    );
  }
}

/** Course of a run from its start; null when it cannot be played here. */
function courseOf(
  run: KeepManifest['runs'][number] | undefined,
  programmes: readonly KeptProgramme[],
  { holds }: Means,
): Course | null {
  const programme = run && programmes[run.programme];
  if (run === undefined || programme === undefined || ![...itemsOf(programme)].every(holds)) return null;
  const { start_s } = run;
  const { task, weight, part = 'alone' } = programme;
  const rank = { weight, started_at: start_s, id: task };
  return { key: runKey(task, start_s), start_s, programme, part, rank, began_ms: start_s * 1000 };
}

/** Tells whether a run is paused at its position: it is pre-empted by a task that covers all of its terminals. */
function stands(one: Course, heard: readonly Course[]): boolean {
  const { resume, held_by = [] } = one.programme;
  return (
    resume === 'position' && !heard.includes(one) && heard.some((by) => held_by.includes(by.programme.task))
  );
}

function endOf(one: Course, heard: readonly Course[], { cutAt }: Means): number {
  const { length_ms, window_ms = Number.POSITIVE_INFINITY } = one.programme;
  const own = stands(one, heard) ? Number.POSITIVE_INFINITY : one.began_ms + length_ms;
  return Math.min(own, one.start_s * 1000 + window_ms, cutAt(one.key) ?? Number.POSITIVE_INFINITY);
}
