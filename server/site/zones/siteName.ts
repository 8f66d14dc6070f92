import type { Zones } from './zones.ts';

/** Name of the site, for displays of terminals: the one in the settings, or that of the top zone. */
export const siteNameOf = (config: { enterprise_code: string }, zones: Pick<Zones, 'all'>): string =>
  config.enterprise_code || (zones.all().find((zone) => zone.parent_id === null)?.name ?? '');
