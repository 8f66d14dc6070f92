import type { Caller } from '../../platform/auth/callers.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { may } from '../../platform/http/access.ts';
import { codesWithin } from '../../site/accounts/account.repository.ts';

/** Codes of the console accounts that a caller sees, by id; none without the permission to list them. */
export async function ownerCodes(db: DbOrTx, caller: Caller): Promise<ReadonlyMap<number, string>> {
  return may(caller, 'list_user') ? codesWithin(db, caller.scope) : new Map();
}
