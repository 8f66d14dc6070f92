import type { Callers } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { isNotStored, withTimeLimit } from '../../platform/db/timeLimit.ts';
import type { Org, Scope } from '../../platform/live/scope.ts';
import type { Findable } from '../../platform/search/finders.ts';
import { findableAccounts } from './account.repository.ts';

/** Time after which a search uses the accounts that were read last, ms. */
const ANSWER_MS = 1_000;

/** Tells if a reader sees an account: all of its zones, or all zones for an account of all zones. */
export function seesAccount(scope: Scope, { org }: { org: Org }): boolean {
  const zones = org === null ? [] : [org].flat();
  return scope.all === true || (zones.length > 0 && zones.every((id) => scope.ids.has(id)));
}

/**
 * Rows of accounts for the search. They are read again after a change of accounts or zones; while the database is
 * away, the last ones are used.
 */
export function createAccountRows(deps: { db: Db; callers: Pick<Callers, 'onChange'> }) {
  let held: readonly Findable[] | null = null;
  let isCurrent = false;
  deps.callers.onChange(() => {
    isCurrent = false;
  });
  return async (): Promise<Iterable<Findable> | null> => {
    if (isCurrent) return held;
    isCurrent = true;
    try {
      held = await withTimeLimit(findableAccounts(deps.db), ANSWER_MS);
    } catch (error) {
      isCurrent = false;
      if (!isNotStored(error)) throw error;
    }
    return held;
  };
}
