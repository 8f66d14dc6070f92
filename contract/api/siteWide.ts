import type { PermissionKey } from './permissions.ts';

/**
 * Site-wide permission keys: they apply to settings of the whole site and take effect only for accounts whose zones
 * are the whole site (all zones, or the top zone). For other accounts such a key in the role grants nothing: no
 * route, no ticket, no live topic, no import. The list with its reasons: docs/decisions/0087-owners.md.
 */
export const siteWideKeys = [
  // Roles belong to no zone, and accounts of every zone may hold them.
  'create_role',
  'edit_role',
  'delete_role',
  // Retention of logs and recordings, trust keys of upgrades, password rule, remote server, pictures, number of
  // licences.
  'edit_sys_config',
  // Licences are granted from one pool of the site.
  'edit_tts_license',
  // A package is offered to the terminals of every zone.
  'create_upgrade_file',
  'edit_upgrade_file',
  'delete_upgrade_file',
] as const satisfies readonly PermissionKey[];

const known: ReadonlySet<string> = new Set(siteWideKeys);

/** Tells whether a key takes effect only for accounts of the whole site. */
export function isSiteWide(key: string): boolean {
  return known.has(key);
}

/** Selects the keys of a role that take effect for an account; `wholeSite`: its zones are the whole site. */
export function countingKeys<K extends string>(granted: readonly K[], wholeSite: boolean): K[] {
  return wholeSite ? [...granted] : granted.filter((key) => !isSiteWide(key));
}
