import type { Zones } from './zones.ts';

/** The lowest zone that holds all of these: whoever sees that, sees what concerns them; null: there is none. */
export function zoneAbove(zones: Pick<Zones, 'ancestors'>, orgs: Iterable<number | null>): number | null {
  const paths = [...new Set(orgs)].map((id) => (id === null ? [] : zones.ancestors(id)));
  return paths[0]?.find((id) => paths.every((path) => path.includes(id))) ?? null;
}
