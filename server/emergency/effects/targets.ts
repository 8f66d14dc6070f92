import type { Aimed, Reaches } from '../../schedule/reach.ts';
import type { AdoptedTerminal, Directory } from '../../terminals/directory.ts';
import type { Zones } from '../../zones/zones.ts';

export interface WithinZone {
  reaches: Reaches;
  zones: Zones;
}

/**
 * The terminals that a linkage task reaches now. What it names may have been moved since it was saved: what is no
 * longer in its zone is no longer its to sound at.
 */
export function reachOf(
  { reaches, zones }: WithinZone,
  task: Aimed & { org: number | null },
): AdoptedTerminal[] {
  const own = zones.subtree(task.org === null ? [] : [task.org]);
  return reaches.recent.of(task).terminals.filter(({ org }) => org !== null && own.has(org));
}

/** How many terminals the timeline names. */
const MAX_NAMED = 5;

/** The first few terminals by name. */
export function namesOf(directory: Pick<Directory, 'byId'>, terminals: readonly number[]): string {
  const names = terminals.slice(0, MAX_NAMED).map((id) => directory.byId(id)?.row.name ?? `#${id}`);
  return names.join(', ') + (terminals.length > MAX_NAMED ? ' …' : '');
}
