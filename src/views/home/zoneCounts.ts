import type { DeviceLive } from '../../../contract/entities/device.ts';
import { childrenOf, type Zone } from '../kit/tree/zones.ts';

/** Terminals of one zone and all below it, by what they do. */
export interface ZoneCount {
  id: number;
  name: string;
  playing: number;
  paused: number;
  free: number;
  /** Offline, silent or locked. */
  abnormal: number;
}

type DeviceFacts = Pick<DeviceLive, 'org' | 'online' | 'sound' | 'play_status'>;

/** The zones worth comparing: the roots, or what lies below the root when there is only one. */
export function comparedZones(zones: readonly Zone[]): Zone[] {
  const children = childrenOf(zones);
  const roots = children.get(null) ?? [];
  const only = roots.length === 1 ? roots[0] : undefined;
  const below = only === undefined ? [] : (children.get(only.id) ?? []);
  return below.length > 0 ? below : roots;
}

function stateOf(device: DeviceFacts): 'playing' | 'paused' | 'free' | 'abnormal' {
  if (!device.online || device.sound === 'silent' || device.sound === 'locked') return 'abnormal';
  if (device.play_status === 2 || device.play_status === 4) return 'playing';
  return device.play_status === 1 ? 'paused' : 'free';
}

/** Counts every terminal in the compared zone above it; terminals of no zone count nowhere. */
export function countByZone(zones: readonly Zone[], devices: readonly DeviceFacts[]): ZoneCount[] {
  const children = childrenOf(zones);
  const counts: ZoneCount[] = [];
  const countOf = new Map<number, ZoneCount>();
  for (const zone of comparedZones(zones)) {
    const count = { id: zone.id, name: zone.name, playing: 0, paused: 0, free: 0, abnormal: 0 };
    counts.push(count);
    const walk = (id: number) => {
      if (countOf.has(id)) return;
      countOf.set(id, count);
      for (const child of children.get(id) ?? []) walk(child.id);
    };
    walk(zone.id);
  }
  for (const device of devices) {
    const count = device.org === null ? undefined : countOf.get(device.org);
    if (count !== undefined) count[stateOf(device)] += 1;
  }
  return counts;
}
