import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { AccountRow } from './account.repository.ts';
import * as repository from './account.repository.ts';

/**
 * Rules that hold for every account: none may grant more than its own permissions, and the site must keep an
 * administrator.
 */

function holdsAll(caller: Caller, keys: readonly string[]): boolean {
  return keys.every((key) => (caller.granted as ReadonlySet<string>).has(key));
}

/** @throws AppError 403 when the caller lacks one of the keys */
export function checkGrant(caller: Caller, keys: readonly string[]): void {
  if (!holdsAll(caller, keys)) throw new AppError(errorCode.forbidden, 'auth.roleBeyondOwn');
}

/**
 * @throws AppError 403 for an account with more permissions than the caller, who could log in as it by
 *   setting its password
 */
export function checkNotAboveCaller(caller: Caller, row: AccountRow): void {
  if (row.id !== caller.accountId && !holdsAll(caller, row.role_permissions))
    throw new AppError(errorCode.forbidden, 'account.beyondOwn', { name: row.name });
}

/** Keys that a change of a role adds or removes. */
export function changedKeys(before: readonly string[], after: readonly string[]): string[] {
  return [...after.filter((key) => !before.includes(key)), ...before.filter((key) => !after.includes(key))];
}

/**
 * Checks after a change, under the lock of accounts, that an enabled account with all permissions and zones
 * is left.
 * @throws AppError 409
 */
export async function checkAdministratorLeft(tx: Tx): Promise<void> {
  if ((await repository.countAdministrators(tx)) === 0)
    throw new AppError(errorCode.conflict, 'auth.lastAdministrator');
}
