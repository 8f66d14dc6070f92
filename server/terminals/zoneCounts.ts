import type { PartitionLive } from '../../contract/entities/partition.ts';
import type { Topic } from '../live/hub.ts';
import type { Zones } from '../zones/zones.ts';
import type { Devices, Place } from './devices.ts';

interface Counts {
  online: number;
  offline: number;
}
const none: Counts = { online: 0, offline: 0 };

/**
 * The live zone tree: every zone with the terminals on- and offline in its whole subtree. A terminal that comes
 * or goes costs a walk up its zones; only a change of the tree itself counts anew.
 */
export function createZoneCounts(zones: Zones, devices: Devices, topic: Topic<PartitionLive>): void {
  let counts = new Map<number, Counts>();
  const dirty = new Set<number>();

  function add(place: Place | null, n: 1 | -1): void {
    if (place === null || place.org === null) return;
    for (const id of zones.ancestors(place.org)) {
      let held = counts.get(id);
      if (held === undefined) {
        held = { ...none };
        counts.set(id, held);
      }
      if (place.online) held.online += n;
      else held.offline += n;
      if (dirty.size === 0) setImmediate(flush);
      dirty.add(id);
    }
  }

  function flush(): void {
    for (const id of dirty) topic.patch(id, { ...(counts.get(id) ?? none) });
    dirty.clear();
  }

  function rebuild(): void {
    counts = new Map();
    for (const { terminal, online } of devices.all()) add({ org: terminal.org, online }, 1);
    topic.replaceAll(
      zones.all().map((zone) => ({
        ...zone,
        org: zone.id,
        ...(counts.get(zone.id) ?? none),
      })),
    );
  }

  rebuild();
  zones.onChange(rebuild);
  devices.subscribe({
    moved(_id, before, after) {
      add(before, -1);
      add(after, 1);
    },
  });
}
