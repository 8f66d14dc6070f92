import { firstRoles } from '../../contract/firstRoles.ts';
import { permissionKeys } from '../../contract/permissions.ts';
import type { Db } from '../db/client.ts';
import * as settings from '../system/setting.repository.ts';
import * as repository from './account.repository.ts';

/** The setting that keeps which permission keys there were at the last start. */
const KEY = 'permission_keys';
/** The setting that keeps which keys a first start gave to each of its roles at the last start. */
const FIRST_ROLES_KEY = 'first_role_keys';
/** Keys that a first role got while the second setting did not exist yet, so that older sites get them too. */
const ADDED_BEFORE: Record<string, readonly string[]> = {
  emergency: ['menu_record_file', 'list_record_file'],
};

type FirstKeys = Record<string, readonly string[]>;

function firstKeysNow(): FirstKeys {
  return Object.fromEntries(Object.values(firstRoles).map((role) => [role.code, role.permissions]));
}

/** What a first start gave at the last start, as far as it is known. */
function firstKeysBefore(stored: unknown, now: FirstKeys): FirstKeys {
  if (stored !== null) return stored as FirstKeys;
  const before = Object.entries(now).map(([code, keys]) => [
    code,
    keys.filter((key) => !ADDED_BEFORE[code]?.includes(key)),
  ]);
  return Object.fromEntries(before);
}

/**
 * At a start: what a first start gives to a built-in role since the last one, be the key new or only new to that
 * role, goes to it; new keys also go to every role that held all the others. Without this nobody would hold a new
 * key, and so nobody could grant it, and no administrator would be left. What people took away stays away.
 */
export async function growRoles(db: Db): Promise<void> {
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
        ...(hadAll ? fresh : []),
      ];
      const added = [...new Set(due)].filter((key) => !role.permissions.includes(key));
      if (added.length > 0) await repository.setPermissions(tx, role.id, [...role.permissions, ...added]);
    }
  });
}
