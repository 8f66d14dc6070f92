import { ancestors, childrenOf, subtree, type Zone } from '../../kit/tree/zones.ts';

/** Targets of a task: whole zones with their subtrees, and single terminals. */
export interface ZoneTargets {
  orgs: readonly number[];
  devices: readonly number[];
}

/** Every ticked zone: the chosen ones and their descendants. */
export function tickedZones(zones: readonly Zone[], orgs: readonly number[]): Set<number> {
  const ticked = new Set<number>();
  for (const org of orgs) for (const id of subtree(zones, org)) ticked.add(id);
  return ticked;
}

/**
 * Ticks or unticks a zone. Unticking one below a chosen zone splits that zone: its other branches stay chosen
 * as zones, and the terminals of the zones on the path one by one. `terminalsOf` returns the terminals that
 * belong to a zone directly.
 */
export function toggleZone(
  zones: readonly Zone[],
  targets: ZoneTargets,
  id: number,
  terminalsOf: (zone: number) => readonly number[],
): ZoneTargets {
  const above = ancestors(zones, id);
  const chosen = above.find((zone) => targets.orgs.includes(zone));
  if (chosen === undefined) {
    if (targets.orgs.includes(id)) return { ...targets, orgs: targets.orgs.filter((org) => org !== id) };
    const below = subtree(zones, id);
    return { ...targets, orgs: [...targets.orgs.filter((org) => !below.has(org)), id] };
  }
  const children = childrenOf(zones);
  const way = above.slice(0, above.indexOf(chosen) + 1);
  const onWay = new Set([id, ...way]);
  const siblings = way.flatMap((zone) => (children.get(zone) ?? []).map((child) => child.id));
  return {
    orgs: [...targets.orgs.filter((org) => org !== chosen), ...siblings.filter((zone) => !onWay.has(zone))],
    devices: [...new Set([...targets.devices, ...way.flatMap(terminalsOf)])],
  };
}
