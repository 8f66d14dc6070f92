import type { PermissionKey } from './permissions.ts';

/**
 * Keys of what holds for every zone at once and lies in none: they count only with an account whose zones are the whole
 * site (all zones, or the top zone). With fewer zones an account may hold such a key in its role, and it opens nothing:
 * no route, no ticket, no live topic, no import. The list with its reasons: docs/decisions/0087-owners.md.
 */
export const siteWideKeys = [
  // Roles lie in no zone, and people of every zone may hold them.
  'create_role',
  'edit_role',
  'delete_role',
  // Retention of logs and recordings, trust keys of upgrades, password rule, remote server, pictures, number of licences.
  'edit_sys_config',
  // Licences are granted from one pool of the site.
  'edit_tts_license',
  // A package is offered to the terminals of every zone.
  'create_upgrade_file',
  'edit_upgrade_file',
  'delete_upgrade_file',
] as const satisfies readonly PermissionKey[];

const known: ReadonlySet<string> = new Set(siteWideKeys);

/** Whether a key counts only with an account of the whole site. */
export function isSiteWide(key: string): boolean {
  return known.has(key);
}

/** Of the keys of a role, those that count for an account; `wholeSite`: its zones are the whole site. */
export function countingKeys<K extends string>(granted: readonly K[], wholeSite: boolean): K[] {
  return wholeSite ? [...granted] : granted.filter((key) => !isSiteWide(key));
}
