import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { subtree, type Zone } from '../../kit/tree/zones.ts';

/** Terminals, zones and groups that a task targets. */
export interface TargetSelection {
  devices: readonly number[];
  orgs: readonly number[];
  groups: readonly number[];
}

type Row = Pick<DeviceLive, 'id' | 'org' | 'groups' | 'file_group'>;

/**
 * Own libraries (groups of music files) of the terminals that a task targets, those of most terminals first
 * (docs/rules/media.md#the-own-library-of-a-terminal).
 */
export function ownLibraries(
  rows: Iterable<Row>,
  zones: readonly Zone[],
  targets: TargetSelection,
): number[] {
  const devices = new Set(targets.devices);
  const groups = new Set(targets.groups);
  const orgs = new Set(targets.orgs.flatMap((org) => [...subtree(zones, org)]));
  const counts = new Map<number, number>();
  for (const { id, org, groups: own, file_group } of rows) {
    if (file_group === null || file_group === undefined) continue;
    if (!devices.has(id) && !(org !== null && orgs.has(org)) && !own.some((one) => groups.has(one))) continue;
    counts.set(file_group, (counts.get(file_group) ?? 0) + 1);
  }
  return [...counts].sort(([a, n], [b, m]) => m - n || a - b).map(([group]) => group);
}

/** Puts the groups of these ids first, in their order; the others follow as they were. */
export function ownFirst<Group extends { id: number }>(
  groups: readonly Group[],
  own: readonly number[],
): readonly Group[] {
  if (own.length === 0) return groups;
  const first = own.flatMap((id) => groups.find((one) => one.id === id) ?? []);
  return [...first, ...groups.filter(({ id }) => !own.includes(id))];
}
