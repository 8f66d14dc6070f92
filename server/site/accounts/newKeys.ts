import { firstRoles } from '../../../contract/api/firstRoles.ts';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import * as settings from '../../platform/config/setting.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import * as repository from './account.repository.ts';

/** Setting with the permission keys that existed at the last start. */
const KEY = 'permission_keys';
/** Setting with the keys that the built-in roles had by default at the last start. */
const FIRST_ROLES_KEY = 'first_role_keys';
/** Keys added to a built-in role before the second setting existed, so that older sites get them too. */
const ADDED_BEFORE: Record<string, readonly string[]> = {
  emergency: ['menu_record_file', 'list_record_file'],
};

/** Keys that a later version added, and the older one whose holders get each: what it opens belongs to the same work. */
const givenWith: Record<string, string> = {
  list_site_plan: 'list_partition',
  create_site_plan: 'create_partition',
  edit_site_plan: 'edit_partition',
  delete_site_plan: 'delete_partition',
};

type FirstKeys = Record<string, readonly string[]>;

/** True if a role made by hand holds the key with which a new one is given; built-in ones follow their defaults. */
function isGivenWith(
  { builtin, permissions }: { builtin: boolean; permissions: readonly string[] },
  key: string,
) {
  const older = givenWith[key];
  return !builtin && older !== undefined && permissions.includes(older);
}

function firstKeysNow(): FirstKeys {
  return Object.fromEntries(Object.values(firstRoles).map((role) => [role.code, role.permissions]));
}

/** Default keys of the built-in roles at the last start, as far as they are known. */
function firstKeysBefore(stored: unknown, now: FirstKeys): FirstKeys {
  if (stored !== null) return stored as FirstKeys;
  const before = Object.entries(now).map(([code, keys]) => [
    code,
    keys.filter((key) => !ADDED_BEFORE[code]?.includes(key)),
  ]);
  return Object.fromEntries(before);
}

/**
 * Adds keys at a start: a built-in role gets the keys that were added to its defaults since the last start;
 * new keys also go to every role that held all others, and to other roles as `givenWith` tells. Otherwise no account would hold a new key or could
 * grant it, and no administrator would be left. Keys that were removed by hand stay removed.
 */
export async function addNewKeys(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await repository.lockAccounts(tx);
    const roles = await repository.allRoles(tx);
    const stored = (await settings.get(tx, KEY)) as string[] | null;
    const before = stored ?? roles.find((role) => role.code === 'administrator')?.permissions ?? [];
    const fresh: readonly string[] = permissionKeys.filter((key) => !before.includes(key));
    const first = firstKeysNow();
    const firstBefore = firstKeysBefore(await settings.get(tx, FIRST_ROLES_KEY), first);
    await settings.put(tx, KEY, permissionKeys);
    await settings.put(tx, FIRST_ROLES_KEY, first);
    for (const role of roles) {
      const given = role.builtin ? (first[role.code] ?? []) : [];
      const had = firstBefore[role.code] ?? given;
      const hadAll = before.every((key) => role.permissions.includes(key));
      const due = [
        ...given.filter((key) => !had.includes(key) || fresh.includes(key)),
        ...fresh.filter((key) => hadAll || isGivenWith(role, key)),
      ];
      const added = [...new Set(due)].filter((key) => !role.permissions.includes(key));
      if (added.length > 0) await repository.setPermissions(tx, role.id, [...role.permissions, ...added]);
    }
  });
}
