import { type FirstRole, firstRoles } from '../../contract/firstRoles.ts';
import { permissionKeys } from '../../contract/permissions.ts';
import type { Db } from '../db/client.ts';
import * as settings from '../system/setting.repository.ts';
import * as repository from './account.repository.ts';

/** The setting that keeps which permission keys there were at the last start. */
const KEY = 'permission_keys';

/**
 * At a start: the keys that are new since the last one go to the built-in roles as at a first start, and to every
 * role that held all the others. Without this nobody would hold a new key, and so nobody could grant it, and no
 * administrator would be left. What people took away stays away.
 */
export async function growRoles(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await repository.lockAccounts(tx);
    const roles = await repository.allRoles(tx);
    const stored = (await settings.get(tx, KEY)) as string[] | null;
    const before = stored ?? roles.find((role) => role.code === 'administrator')?.permissions ?? [];
    const fresh = permissionKeys.filter((key) => !before.includes(key));
    if (stored !== null && fresh.length === 0) return;
    await settings.put(tx, KEY, permissionKeys);
    for (const role of roles) {
      const first = role.builtin ? (firstRoles as Record<string, FirstRole>)[role.code] : undefined;
      const hadAll = before.every((key) => role.permissions.includes(key));
      const added = fresh.filter(
        (key) => (hadAll || first?.permissions.includes(key)) && !role.permissions.includes(key),
      );
      if (added.length > 0) await repository.setPermissions(tx, role.id, [...role.permissions, ...added]);
    }
  });
}
