import { audibleOf, compareRank, type MixClass, type Rank } from '../../contract/protocol/arbitration.ts';
import type { OfflineManifest, OfflineProgramme } from '../../contract/protocol/offline.ts';
import { itemsOf, runKey } from './runKey.ts';

/** A run that plays in an interval. */
export interface AudibleRun {
  key: string;
  start_s: number;
  programme: OfflineProgramme;
  /** Time of day at which its list began, shifted by its pauses, ms. */
  beganMs: number;
  /** Time of day of its end, ms. */
  endsMs: number;
}

/** An interval with constant playback: the winner and the programme ducked under it. */
export interface AudibleSpan {
  fromMs: number;
  until_ms: number;
  heard: AudibleRun[];
}

/** Abilities and state of the terminal. */
export interface PlaybackMeans {
  /** True: it mixes speech over programme. */
  mixes: boolean;
  holds(item: string): boolean;
  /** Time of day at which a person or a fault ended a run; undefined: not ended. */
  cutAt(key: string): number | undefined;
}

interface RunClaim {
  key: string;
  start_s: number;
  programme: OfflineProgramme;
  part: MixClass;
  rank: Rank;
  beganMs: number;
}

/**
 * Computes local playback between two times of day (docs/protocols/terminal-protocol.md, "Playing alone"): the claims of the
 * runs at this terminal by the ranking of the server (contract/protocol/arbitration.ts) and the resume policies of pre-empted
 * broadcasts.
 *
 * @returns the intervals that overlap the span, in order
 */
export function offlineSchedule(
  { runs, programmes }: Pick<OfflineManifest, 'runs' | 'programmes'>,
  span: { fromMs: number; toMs: number },
  means: PlaybackMeans,
): AudibleSpan[] {
  const found: AudibleSpan[] = [];
  /** Due runs, the winner first. */
  let due: RunClaim[] = [];
  let [at, next] = [Number.NEGATIVE_INFINITY, 0];
  const startOf = (place: number) => (runs[place]?.start_s ?? Number.POSITIVE_INFINITY) * 1000;
  for (;;) {
    const heard = audibleOf(due, means.mixes);
    const ends = new Map(due.map((one) => [one, endOf(one, heard, means)]));
    const until_ms = Math.max(at, Math.min(startOf(next), ...ends.values()));
    if (until_ms > Math.max(at, span.fromMs))
      found.push({
        fromMs: at,
        until_ms,
        heard: heard.map((one) => ({ ...one, endsMs: ends.get(one) ?? until_ms })),
      });
    if (until_ms > span.toMs || until_ms === Number.POSITIVE_INFINITY) return found;
    for (const one of due) if (isAudible(one, heard)) one.beganMs += until_ms - at;
    at = until_ms;
    due = due.filter((one) => (ends.get(one) ?? 0) > at);
    const before = audibleOf(due, means.mixes);
    for (; startOf(next) <= at; next++) {
      const begun = claimOf(runs[next], programmes, means);
      if (begun !== null) due.push(begun);
    }
    due.sort((a, b) => compareRank(a.rank, b.rank));
    const after = audibleOf(due, means.mixes);
    due = due.filter(
      (one) => one.programme.resume !== 'none' || !before.includes(one) || after.includes(one),
    );
  }
}

/** Makes the claim of a run; null when it cannot be played here. */
function claimOf(
  run: OfflineManifest['runs'][number] | undefined,
  programmes: readonly OfflineProgramme[],
  { holds }: PlaybackMeans,
): RunClaim | null {
  const programme = run && programmes[run.programme];
  if (run === undefined || programme === undefined || ![...itemsOf(programme)].every(holds)) return null;
  const { start_s } = run;
  const { task, weight, part = 'alone' } = programme;
  const rank = { weight, started_at: start_s, id: task };
  return { key: runKey(task, start_s), start_s, programme, part, rank, beganMs: start_s * 1000 };
}

/** Tells whether a run is paused at its position: it is pre-empted by a task that covers all of its terminals. */
function isAudible(one: RunClaim, heard: readonly RunClaim[]): boolean {
  const { resume, held_by = [] } = one.programme;
  return (
    resume === 'position' && !heard.includes(one) && heard.some((by) => held_by.includes(by.programme.task))
  );
}

function endOf(one: RunClaim, heard: readonly RunClaim[], { cutAt }: PlaybackMeans): number {
  const { length_ms, window_ms = Number.POSITIVE_INFINITY } = one.programme;
  const own = isAudible(one, heard) ? Number.POSITIVE_INFINITY : one.beganMs + length_ms;
  return Math.min(own, one.start_s * 1000 + window_ms, cutAt(one.key) ?? Number.POSITIVE_INFINITY);
}
