import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { awayState } from '../../../streams/deviceState.ts';
import { childrenOf, type Zone } from '../../kit/tree/zones.ts';

/** Number of terminals of a zone and its descendants, by state. */
export interface ZoneCount {
  id: number;
  name: string;
  playing: number;
  paused: number;
  free: number;
  /** Should sound, and does not report. */
  unknown: number;
  /** Offline, silent or locked. */
  abnormal: number;
  /** Behind a lost relay. */
  behind_relay: number;
}

/** Packet loss of the playing terminals of a zone, in percent. */
export interface ZoneLoss {
  id: number;
  name: string;
  /** Number of terminals with no, little, some, and too much loss (a fault). */
  none: number;
  little: number;
  some: number;
  much: number;
  /** Mean loss; null: no terminal plays. */
  mean: number | null;
  /** Smallest buffer of a terminal, ms; null: none reports it. */
  buffer: number | null;
}

type DeviceFacts = Pick<DeviceLive, 'org' | 'online' | 'sound' | 'play_status' | 'fault' | 'reason'>;
type LossFacts = Pick<DeviceLive, 'org' | 'online' | 'play_status' | 'lost_pct' | 'lossy' | 'buffer_ms'>;

/** Loss in percent from which it counts as little, some, and mostly as too much (`lossy` decides). */
export const lossSteps = { little: 0.1, some: 0.3, much: 1 } as const;

/** Zones to compare: the roots, or the children of the root when there is only one. */
export function comparedZones(zones: readonly Zone[]): Zone[] {
  const children = childrenOf(zones);
  const roots = children.get(null) ?? [];
  const only = roots.length === 1 ? roots[0] : undefined;
  const below = only === undefined ? [] : (children.get(only.id) ?? []);
  return below.length > 0 ? below : roots;
}

function stateOf(device: DeviceFacts): Exclude<keyof ZoneCount, 'id' | 'name'> {
  if (!device.online) return awayState(device) === 'behind_relay' ? 'behind_relay' : 'abnormal';
  if (device.sound === 'silent' || device.sound === 'locked') return 'abnormal';
  if (device.sound === 'unknown') return 'unknown';
  if (device.play_status === 2 || device.play_status === 4) return 'playing';
  return device.play_status === 1 ? 'paused' : 'free';
}

/** Terminals of each compared zone and its descendants; terminals without a zone are left out. */
function byZone<Facts extends { org: number | null }>(
  zones: readonly Zone[],
  compared: readonly Zone[],
  devices: readonly Facts[],
): { zone: Zone; devices: Facts[] }[] {
  const children = childrenOf(zones);
  const of = new Map<number, Facts[]>();
  const places = compared.map((zone) => {
    const place = { zone, devices: [] as Facts[] };
    const walk = (id: number) => {
      if (of.has(id)) return;
      of.set(id, place.devices);
      for (const child of children.get(id) ?? []) walk(child.id);
    };
    walk(zone.id);
    return place;
  });
  for (const device of devices) if (device.org !== null) of.get(device.org)?.push(device);
  return places;
}

/** Counts every terminal in the compared zone above it. */
export function countByZone(
  zones: readonly Zone[],
  devices: readonly DeviceFacts[],
  compared = comparedZones(zones),
): ZoneCount[] {
  return byZone(zones, compared, devices).map(({ zone, devices: here }) => {
    const none = { playing: 0, paused: 0, free: 0, unknown: 0, abnormal: 0, behind_relay: 0 };
    const count: ZoneCount = { id: zone.id, name: zone.name, ...none };
    for (const device of here) count[stateOf(device)] += 1;
    return count;
  });
}

/** Compared zones, each with the counts of its child zones. */
export function countByZones(
  zones: readonly Zone[],
  devices: readonly DeviceFacts[],
): (ZoneCount & { below: ZoneCount[] })[] {
  const children = childrenOf(zones);
  return countByZone(zones, devices).map((count) => ({
    ...count,
    below: countByZone(zones, devices, children.get(count.id) ?? []),
  }));
}

function stepOf({ lost_pct, lossy }: LossFacts): 'none' | 'little' | 'some' | 'much' {
  const loss = lost_pct ?? 0;
  if (lossy) return 'much';
  if (loss >= lossSteps.some) return 'some';
  return loss >= lossSteps.little ? 'little' : 'none';
}

/** Packet loss of the playing terminals, by zone. */
export function lossByZone(zones: readonly Zone[], devices: readonly LossFacts[]): ZoneLoss[] {
  const playing = devices.filter((one) => one.online && (one.play_status === 2 || one.play_status === 4));
  return byZone(zones, comparedZones(zones), playing).map(({ zone, devices: here }) => {
    const buffers = here.flatMap((one) => one.buffer_ms ?? []);
    const known = here.flatMap((one) => one.lost_pct ?? []);
    const row: ZoneLoss = {
      ...{ id: zone.id, name: zone.name, none: 0, little: 0, some: 0, much: 0 },
      mean: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length,
      buffer: buffers.length === 0 ? null : Math.min(...buffers),
    };
    for (const one of here) row[stepOf(one)] += 1;
    return row;
  });
}
