import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Scope } from '../../platform/live/scope.ts';
import type { CurrentItem, RunningBroadcast } from './runningBroadcast.ts';

/** Shortest interval between rows that only change counts and level, µs. */
export const ROW_EVERY_US = 500_000;
/** Longest interval between rows, µs: terminals may have moved to other zones. */
export const ROW_AGE_US = 2_000_000;

/**
 * Time that it plays on by itself from a media time at which it is at `position`, ms; null: until it is
 * stopped.
 */
function leftOf(b: RunningBroadcast, position: number, at_us: number): number | null {
  const played = b.from_us === null ? 0 : Math.max(0, (at_us - b.from_us) / 1000);
  const limit = b.limit_ms === null ? Number.POSITIVE_INFINITY : b.limit_ms - played;
  const left = Math.min(b.timeline.remaining(position), limit);
  return Number.isFinite(left) ? Math.max(0, Math.round(left)) : null;
}

/**
 * The current item and its start. Remade only when the item or the play state changes, so that rows change
 * rarely.
 */
function currentItem(b: RunningBroadcast, now_us: number, wall: (us: number) => number): CurrentItem {
  const at_us = b.from_us === null ? now_us : Math.max(now_us, b.from_us);
  const position = b.positionAt(at_us);
  const segment = b.timeline.segment(position);
  const index = segment?.item ?? b.face?.row.item_index ?? 0;
  b.faceEnds_us = b.from_us !== null && segment ? at_us + segment.left_ms * 1000 : Number.POSITIVE_INFINITY;
  const { title } = b.stream;
  const key = `${b.course} ${b.from_us} ${index} ${title}`;
  if (b.face?.key === key) return b.face.row;
  const row = {
    item_index: index,
    item_count: b.items.length,
    item_name: b.items[index]?.name ?? title,
    item_duration_ms: b.items[index]?.duration_ms ?? 0,
    item_position_ms: Math.round(segment?.gap ? segment.duration_ms : (segment?.offset_ms ?? 0)),
    anchor_at: Math.round(wall(at_us)),
    total_ms: b.timeline.total(position),
    position_ms: Math.round(position),
    left_ms: leftOf(b, position, at_us),
  };
  b.face = { key, row };
  return row;
}

const noTargets = { targets: 0, sounding: 0, unknown: 0, silent: 0, preempted: 0, offline: 0 };
type Counts = typeof noTargets;
/** Counts of its terminals in one zone. */
type ZoneCounts = Counts & { org: number | null };
/** A live row as the server holds it: the counts that a console sees depend on its zones. */
export interface BroadcastState extends BroadcastLive {
  zones: readonly ZoneCounts[];
}

function summed(zones: Iterable<ZoneCounts>): Counts {
  const sum = { ...noTargets };
  for (const zone of zones) for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += zone[key];
  return sum;
}

/** Reduces a row's fields to a scope: its own zones, and the counts of the terminals in them. */
export function taskView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const { zones, ...seen } = fields;
  if (scope.all === true) return seen;
  const { org } = seen as { org?: number[] | null };
  if (org != null) seen.org = org.filter((id) => scope.ids.has(id));
  // Counts are remade from those of the zones, which come with every change of the counts.
  for (const key of Object.keys(noTargets)) delete seen[key];
  const own = (zones as readonly ZoneCounts[] | undefined)?.filter(
    (zone) => zone.org !== null && scope.ids.has(zone.org),
  );
  return own === undefined ? seen : { ...seen, ...summed(own) };
}

/** Makes the row of the `task` topic. @param held number of terminals at which it has the highest claim */
export function liveRow(
  b: RunningBroadcast,
  held: number,
  now_us: number,
  wall: (us: number) => number,
): BroadcastState {
  const zones = new Map<number | null, ZoneCounts>();
  let level: number | null = null;
  for (const target of b.targets.values()) {
    const counts = zones.get(target.org) ?? { org: target.org, ...noTargets };
    zones.set(target.org, counts);
    counts.targets++;
    counts[target.state === 'paused' ? 'silent' : target.state]++;
    if (target.level_db !== null && (level === null || target.level_db > level)) level = target.level_db;
  }
  return {
    id: b.id,
    org: [...zones.keys()].filter((org) => org !== null),
    name: b.row.name,
    task_type: b.row.task_type,
    audio_source: b.row.audio_source,
    priority: b.row.priority,
    weight: b.claim.rank.weight,
    volume: b.row.volume,
    play_order: b.row.play_order,
    loop: b.row.loop,
    resume_policy: b.row.resume_policy,
    state: b.paused ? 'paused' : held === 0 ? 'waiting' : 'playing',
    started_at: b.row.started_at,
    started_by: b.startedBy,
    ...currentItem(b, now_us, wall),
    zones: [...zones.values()],
    ...summed(zones.values()),
    source_silent: b.starved,
    level_db: level,
  };
}
