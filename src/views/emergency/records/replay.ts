import type { RecordFile } from '../../../../contract/entities/sound/recordFile.ts';
import type { AlarmEventRow } from '../../../../contract/entities/tasks/alarm.ts';

/** A recording on the time line of an incident, epoch ms. */
export interface ReplayTrack {
  id: number;
  name: string;
  from: number;
  to: number;
  emergency: boolean;
}

export interface Span {
  from: number;
  to: number;
}

/** Time before the next sound at which replay continues when silence is skipped, ms. */
const BEFORE_MS = 500;

/** Finished recordings, the earliest first. */
export function tracksOf(rows: readonly RecordFile[]): ReplayTrack[] {
  return rows
    .flatMap(({ id, name, began_at, duration_ms, emergency }) =>
      duration_ms === null ? [] : [{ id, name, from: began_at, to: began_at + duration_ms, emergency }],
    )
    .sort((a, b) => a.from - b.from || a.id - b.id);
}

/** Events of the incident itself, without notes: those may be written days later. */
export function happened(events: readonly AlarmEventRow[]): AlarmEventRow[] {
  return events.filter(({ kind }) => kind !== 'note');
}

/** Span from the first event or sound to the last. */
export function spanOf(events: readonly AlarmEventRow[], tracks: readonly ReplayTrack[]): Span {
  const starts = [...happened(events).map(({ at }) => at), ...tracks.map(({ from }) => from)];
  const ends = [...happened(events).map(({ at }) => at), ...tracks.map(({ to }) => to)];
  return { from: Math.min(...starts), to: Math.max(...ends) };
}

/** Tracks that sound at a time. */
export function soundingAt(tracks: readonly ReplayTrack[], at: number): ReplayTrack[] {
  return tracks.filter(({ from, to }) => from <= at && at < to);
}

/**
 * Position at which replay continues when silence is skipped: `at` while something sounds, else shortly
 * before the next sound, else the end.
 */
export function withoutSilence(tracks: readonly ReplayTrack[], at: number, end: number): number {
  if (soundingAt(tracks, at).length > 0) return at;
  const next = tracks.filter(({ from }) => from > at).sort((a, b) => a.from - b.from)[0];
  return next === undefined ? end : Math.max(at, next.from - BEFORE_MS);
}

/** The last event at or before a time; null before the first. */
export function lastEvent(events: readonly AlarmEventRow[], at: number): AlarmEventRow | null {
  return happened(events).findLast((event) => event.at <= at) ?? null;
}

/** Time of the previous or next event; null: there is none. */
export function neighbouringEvent(events: readonly AlarmEventRow[], at: number, step: -1 | 1): number | null {
  const times = happened(events).map((event) => event.at);
  const found =
    step === 1 ? times.find((time) => time > at) : times.findLast((time) => time < at - BEFORE_MS);
  return found ?? null;
}
