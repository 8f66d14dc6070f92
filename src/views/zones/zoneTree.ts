import type { PartitionLive } from '../../../contract/entities/partition.ts';
import { ancestors, subtree } from '../kit/tree/zones.ts';

/** The names from the top of what the account may see down to a zone; empty for an unknown one. */
export function zonePath(zones: readonly PartitionLive[], id: number | null): string[] {
  const known = new Map(zones.map((zone) => [zone.id, zone]));
  if (id === null || !known.has(id)) return [];
  return [...ancestors(zones, id).reverse(), id].flatMap((one) => known.get(one)?.name ?? []);
}

/**
 * Whether a zone can be moved under another: not the top zone, not into itself or below, and not to where it is.
 * The server checks the same (zones.routes.ts).
 */
export function canMove(zones: readonly PartitionLive[], moved: number, to: number): boolean {
  const zone = zones.find((one) => one.id === moved);
  if (zone === undefined || zone.parent_id === null) return false;
  return zone.parent_id !== to && !subtree(zones, moved).has(to);
}

/** The zone that everything else lies under, as far as the account sees. */
export function isTop(zones: readonly PartitionLive[], zone: PartitionLive): boolean {
  return zone.parent_id === null || !zones.some((one) => one.id === zone.parent_id);
}
