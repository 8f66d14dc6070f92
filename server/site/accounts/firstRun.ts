import { firstRoles } from '../../../contract/api/firstRoles.ts';
import { type HashCost, hashPassword } from '../../platform/auth/passwords/password.ts';
import { randomPassword } from '../../platform/auth/passwords/randomPassword.ts';
import type { Db } from '../../platform/db/client.ts';
import * as repository from './firstRun.repository.ts';

/**
 * Creates the three built-in roles, the top zone and the account `admin` at the first start.
 * @returns the password to be printed once, or null if there are accounts already.
 */
export async function firstRun(
  db: Db,
  site: string,
  adminPassword?: string,
  cost?: HashCost,
): Promise<string | null> {
  if (await repository.hasAccounts(db)) return null;
  const password = adminPassword ?? randomPassword();
  const passwordHash = hashPassword(password, cost);
  await db.transaction(async (tx) => {
    const roles = await repository.insertRoles(
      tx,
      Object.values(firstRoles).map((role) => ({
        code: role.code,
        name: role.name.cn,
        permissions: [...role.permissions],
        builtin: true,
      })),
    );
    await repository.insertTopZone(tx, site);
    const administrator = roles.find((role) => role.code === 'administrator');
    if (administrator === undefined) throw new Error('there is no administrator role');
    await repository.insertAdmin(tx, passwordHash, administrator.id);
  });
  return password;
}
