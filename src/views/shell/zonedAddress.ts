import type { Screen } from '../app/screen.ts';

/** Zone in the query of an address; null: none. */
export function zoneOf(search: string): number | null {
  return Number(new URLSearchParams(search).get('org')) || null;
}

/** Address of a screen by menu or tab: its query, with the zone that is selected in the lists. */
export function zonedAddress(
  screen: Pick<Screen, 'path' | 'isZoned'>,
  zone: number | null,
  search = '',
): string {
  if (screen.isZoned !== true) return `/${screen.path}${search}`;
  const query = new URLSearchParams(search);
  if (zone === null) query.delete('org');
  else query.set('org', String(zone));
  return `/${screen.path}${query.size === 0 ? '' : `?${query}`}`;
}
