import type { AdoptedTerminal, Directory } from '../../../site/terminals/directory.ts';
import type { Zones } from '../../../site/zones/zones.ts';
import type { Reaches, TargetSelection } from '../../schedule/reach.ts';
import { MAX_NAMED } from '../journal/eventParams.ts';
import type { MovedInZone } from '../journal/storedParams.ts';

export interface WithinZone {
  reaches: Reaches;
  zones: Zones;
}

/**
 * Terminals that a linkage task reaches now, limited to its zone: a terminal that was moved out of the zone
 * since the task was saved is left out.
 */
export function reachOf(
  { reaches, zones }: WithinZone,
  task: TargetSelection & { org: number | null },
): AdoptedTerminal[] {
  const own = zones.subtree(task.org === null ? [] : [task.org]);
  return reaches.recent.of(task).terminals.filter(({ org }) => org !== null && own.has(org));
}

/** Groups terminals by their current zone, for the timeline of an alarm. */
export function byZone(directory: Pick<Directory, 'byId'>, terminals: readonly number[]): MovedInZone[] {
  const zones = new Map<number | null, MovedInZone>();
  for (const id of terminals) {
    const { name, org } = directory.byId(id)?.row ?? { name: `#${id}`, org: null };
    const zone = zones.get(org) ?? { org, n: 0, names: [] };
    zones.set(org, zone);
    zone.n += 1;
    if (zone.names.length < MAX_NAMED) zone.names.push(name);
  }
  return [...zones.values()];
}
