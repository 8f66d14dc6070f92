import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { Zones } from '../zones/zones.ts';
import type { DeviceState } from './deviceState.ts';
import type { Devices } from './devicesApi.ts';

type Counts = Pick<PartitionLive, 'online' | 'offline' | 'behind_relay' | 'expected'>;
const none: Counts = { online: 0, offline: 0, behind_relay: 0, expected: 0 };

/**
 * Zone and category in which a terminal is counted; an imported terminal that never connected is not missing.
 */
interface Counted {
  org: number | null;
  as: keyof Counts;
}
export function countedAs({ terminal, online, behindRelay, away }: DeviceState): keyof Counts {
  if (online) return 'online';
  if (terminal.seen.last_login_time === 0 && away === null) return 'expected';
  return behindRelay === null ? 'offline' : 'behind_relay';
}
const countedOf = (device: DeviceState): Counted => ({ org: device.terminal.org, as: countedAs(device) });

/**
 * Live zone tree: every zone with the number of terminals in its whole subtree, by state. A terminal that
 * connects, disconnects or loses its relay costs a walk up its zones; only a change of the tree itself recounts everything.
 */
export function createZoneCounts(zones: Zones, devices: Devices, topic: Topic<PartitionLive>): void {
  let counts = new Map<number, Counts>();
  /** Last counted state of each terminal. */
  const counted = new Map<number, Counted>();
  const dirty = new Set<number>();

  function add({ org, as }: Counted, n: 1 | -1): void {
    if (org === null) return;
    for (const id of zones.ancestors(org)) {
      let held = counts.get(id);
      if (held === undefined) {
        held = { ...none };
        counts.set(id, held);
      }
      held[as] += n;
      if (dirty.size === 0) setImmediate(flush);
      dirty.add(id);
    }
  }

  function count(id: number): void {
    const before = counted.get(id);
    if (before !== undefined) add(before, -1);
    counted.delete(id);
    const state = devices.get(id);
    if (state === undefined) return;
    counted.set(id, countedOf(state));
    add(countedOf(state), 1);
  }

  function flush(): void {
    for (const id of dirty) topic.patch(id, { ...(counts.get(id) ?? none) });
    dirty.clear();
  }

  function rebuild(): void {
    counts = new Map();
    counted.clear();
    for (const { terminal } of devices.all()) count(terminal.id);
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
  devices.subscribe({ moved: count });
}
