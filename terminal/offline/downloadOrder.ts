import type { OfflineItem, OfflineManifest } from '../../contract/protocol/offline.ts';
import { itemsOf } from './runKey.ts';

/** Orders missing items by their due time; messages of alarms, which may be needed at any time, come first. */
export function downloadOrder(manifest: OfflineManifest, missing: readonly OfflineItem[]): OfflineItem[] {
  const firstOf = new Map<number, number>();
  for (const { start_s, programme } of manifest.runs)
    if (!firstOf.has(programme)) firstOf.set(programme, start_s);
  const dueAt = new Map<string, number>();
  for (const [place, programme] of manifest.programmes.entries())
    for (const id of itemsOf(programme))
      dueAt.set(id, Math.min(dueAt.get(id) ?? Number.POSITIVE_INFINITY, firstOf.get(place) ?? 0));
  return [...missing].sort((a, b) => (dueAt.get(a.id) ?? 0) - (dueAt.get(b.id) ?? 0));
}
