import { codesWithin } from '../accounts/account.repository.ts';
import type { Caller } from '../auth/callers.ts';
import type { DbOrTx } from '../db/client.ts';
import { may } from '../http/access.ts';

/** Codes of the console accounts that a caller sees, by id; none without the permission to list them. */
export async function ownerCodes(db: DbOrTx, caller: Caller): Promise<ReadonlyMap<number, string>> {
  return may(caller, 'list_user') ? codesWithin(db, caller.scope) : new Map();
}
