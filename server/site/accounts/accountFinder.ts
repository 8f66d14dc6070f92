import type { Callers } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { createOrHeld } from '../../platform/db/orHeld.ts';
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
  const orHeld = createOrHeld(ANSWER_MS);
  let held: readonly Findable[] | null = null;
  let isCurrent = false;
  let reading: Promise<void> | null = null;
  deps.callers.onChange(() => {
    isCurrent = false;
  });
  async function read(): Promise<void> {
    isCurrent = true;
    try {
      held = await findableAccounts(deps.db);
    } catch (error) {
      isCurrent = false;
      throw error;
    } finally {
      reading = null;
    }
  }
  return async (): Promise<Iterable<Findable> | null> => {
    if (!isCurrent) reading ??= read();
    const current = reading;
    if (current !== null)
      await orHeld(
        () => current,
        () => undefined,
      );
    return held;
  };
}
