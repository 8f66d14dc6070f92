import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { ancestors } from '../../kit/tree/zones.ts';

/** Names on the path from the top visible zone down to a zone; empty for an unknown one. */
export function zonePath(zones: readonly PartitionLive[], id: number | null): string[] {
  const known = new Map(zones.map((zone) => [zone.id, zone]));
  if (id === null || !known.has(id)) return [];
  return [...ancestors(zones, id).reverse(), id].flatMap((one) => known.get(one)?.name ?? []);
}

/**
 * Returns the test of zones below which these can be moved: the top zone cannot be moved, no zone moves into
 * itself or its descendants, and at least one zone must change its parent. The server checks the same
 * (zones.routes.ts). Created once for a move, since it is called for every row.
 */
export function moveTargets(
  zones: readonly PartitionLive[],
  moved: readonly number[],
): (to: number) => boolean {
  const known = new Map(zones.map((zone) => [zone.id, zone]));
  const ids = new Set(moved);
  const rows = moved.flatMap((id) => known.get(id) ?? []);
  const movable = rows.length > 0 && rows.every((zone) => zone.parent_id !== null);
  return (to) => {
    if (!movable || rows.every((zone) => zone.parent_id === to)) return false;
    const seen = new Set<number>();
    for (let at: number | null = to; at !== null && !seen.has(at); at = known.get(at)?.parent_id ?? null) {
      if (ids.has(at)) return false;
      seen.add(at);
    }
    return true;
  };
}

/** Zones of the set that are not descendants of others in it: those move along with their ancestors. */
export function outermost(zones: readonly PartitionLive[], ids: ReadonlySet<number>): PartitionLive[] {
  const known = new Map(zones.map((zone) => [zone.id, zone]));
  const isWithin = (zone: PartitionLive) => {
    const seen = new Set<number>();
    for (let at = zone.parent_id; at !== null && !seen.has(at); at = known.get(at)?.parent_id ?? null) {
      if (ids.has(at)) return true;
      seen.add(at);
    }
    return false;
  };
  return zones.filter((zone) => ids.has(zone.id) && !isWithin(zone));
}

/** Tells whether a zone has no parent visible to the account. */
export function isTop(zones: readonly PartitionLive[], zone: PartitionLive): boolean {
  return zone.parent_id === null || !zones.some((one) => one.id === zone.parent_id);
}
