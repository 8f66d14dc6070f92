import { AppError, errorCode } from '../../contract/errors.ts';
import type { Caller } from '../auth/callers.ts';
import type { Tx } from '../db/client.ts';
import type { AccountRow } from './account.repository.ts';
import * as repository from './account.repository.ts';

/** What nobody may do, whatever rights they hold: go beyond their own, or leave the site without an administrator. */

function holdsAll(caller: Caller, keys: readonly string[]): boolean {
  return keys.every((key) => (caller.granted as ReadonlySet<string>).has(key));
}

/** @throws AppError 403 where one of the keys is not one's own */
export function checkGrant(caller: Caller, keys: readonly string[]): void {
  if (!holdsAll(caller, keys)) throw new AppError(errorCode.forbidden, 'auth.roleBeyondOwn');
}

/** @throws AppError 403 for an account with more rights than the caller: by its password one could become it */
export function checkBeneath(caller: Caller, row: AccountRow): void {
  if (row.id !== caller.accountId && !holdsAll(caller, row.role_permissions))
    throw new AppError(errorCode.forbidden, 'account.beyondOwn', { name: row.name });
}

/** Keys that are in one of two sets only: what a change of a role gives or takes. */
export function changedKeys(before: readonly string[], after: readonly string[]): string[] {
  return [...after.filter((key) => !before.includes(key)), ...before.filter((key) => !after.includes(key))];
}

/**
 * Under the lock of accounts, after the change: an enabled account with all rights and all zones must be left.
 * @throws AppError 409
 */
export async function checkAdministratorLeft(tx: Tx): Promise<void> {
  if ((await repository.countAdministrators(tx)) === 0)
    throw new AppError(errorCode.conflict, 'auth.lastAdministrator');
}
