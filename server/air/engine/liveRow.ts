import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { shownState } from './playbackRules.ts';
import type { Broadcast } from './state/broadcast.ts';

const noTargets = {
  ...{ targets: 0, sounding: 0, sent: 0, unknown: 0, silent: 0, preempted: 0 },
  ...{ offline: 0, behind_relay: 0 },
};
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

/** Makes the row of the `task` topic. @param heard number of terminals at which it is heard */
export function liveRow(
  b: Broadcast,
  heard: number,
  nowUs: number,
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
    state: shownState(b.paused, heard),
    started_at: b.row.started_at,
    started_by: b.startedBy,
    ...b.liveRow.currentItem(b, nowUs, wall),
    zones: [...zones.values()],
    ...summed(zones.values()),
    waiting_for: b.startWait?.pending ?? 0,
    source_silent: b.starved,
    level_db: level,
  };
}
