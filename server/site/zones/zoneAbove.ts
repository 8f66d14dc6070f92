import type { Zones } from './zones.ts';

/** Lowest zone that contains all of these; null: there is none. */
export function zoneAbove(zones: Pick<Zones, 'ancestors'>, orgs: Iterable<number | null>): number | null {
  const paths = [...new Set(orgs)].map((id) => (id === null ? [] : zones.ancestors(id)));
  return paths[0]?.find((id) => paths.every((path) => path.includes(id))) ?? null;
}
