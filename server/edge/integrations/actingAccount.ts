import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { By } from '../../air/broadcast/startTask.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { IntegrationRow } from './integration.repository.ts';

type Accounts = Pick<Callers, 'fromAccount'>;

/**
 * Finds the account in whose name an integration acts, with its rights as they are now.
 *
 * @param ip address of the other system, for the audit log
 * @returns null: it has no account, or its account may not log in
 */
export async function actingFor(
  callers: Accounts,
  { account }: Pick<IntegrationRow, 'account'>,
  ip: string,
): Promise<By | null> {
  const caller = account === null ? null : await callers.fromAccount(account);
  return caller === null ? null : { caller, ip };
}

/** Checks a right of the account in whose name another system acts. @throws AppError 403 */
export function mustHave({ caller }: By, permission: PermissionKey): void {
  if (!caller.permissions.has(permission)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
}

/**
 * Checks that a person who decides what another system may do in the name of an account could do it as well.
 * @throws AppError 404, 403
 */
export async function mustCover(callers: Accounts, caller: Caller, account: number | null): Promise<void> {
  if (account === null || account === caller.accountId) return;
  const acting = await callers.fromAccount(account);
  if (acting === null) throw new AppError(errorCode.notFound, 'common.notFound');
  const covers =
    [...acting.permissions].every((key) => caller.permissions.has(key)) &&
    (caller.wholeSite || (!acting.wholeSite && acting.zoneRoots.every((id) => inScope(caller.scope, id))));
  if (!covers) throw new AppError(errorCode.forbidden, 'integration.accountAbove', { name: acting.name });
}
