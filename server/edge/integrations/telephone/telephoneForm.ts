import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { Caller, Callers } from '../../../platform/auth/callers.ts';
import type { Hashing } from '../../../platform/auth/passwords/hashing.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { IntegrationRow } from '../integration.repository.ts';

/** Hashes the PINs of a form. @throws AppError 429 when too many wait */
export async function hashPins(
  hashing: Pick<Hashing, 'hash'>,
  pins: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const all = Object.entries(pins).map(
    async ([code, pin]) => [code, await hashing.hash(pin, 'bulk')] as const,
  );
  return Object.fromEntries(await Promise.all(all));
}

/** Stored hashes of the codes of a dial plan: the new ones, and those that stay. */
export function pinsOf(
  plan: IntegrationRow['dial_plan'],
  added: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    plan.flatMap(({ code }) => {
      const hash = added[code] ?? before[code];
      return hash === undefined ? [] : [[code, hash]];
    }),
  );
}

/**
 * Checks that a person who decides what callers may do in the name of an account could do it as well.
 * @throws AppError 404, 403
 */
export async function mustCover(
  callers: Pick<Callers, 'fromAccount'>,
  caller: Caller,
  account: number | null,
): Promise<void> {
  if (account === null || account === caller.accountId) return;
  const acting = await callers.fromAccount(account);
  if (acting === null) throw new AppError(errorCode.notFound, 'common.notFound');
  const covers =
    [...acting.permissions].every((key) => caller.permissions.has(key)) &&
    (caller.wholeSite || (!acting.wholeSite && acting.zoneRoots.every((id) => inScope(caller.scope, id))));
  if (!covers) throw new AppError(errorCode.forbidden, 'integration.accountAbove', { name: acting.name });
}
