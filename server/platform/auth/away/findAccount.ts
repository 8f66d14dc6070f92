import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { Db } from '../../db/client.ts';
import { isOutage } from '../../db/queryErrors.ts';
import { DatabaseLate, withTimeLimit } from '../../db/timeLimit.ts';
import * as repository from '../auth.repository.ts';
import type { Proofs, ShownProof } from '../proofs.ts';
import { findInSnapshot, type SnapshotAccount } from './snapshotAccounts.ts';

/** Time without an answer after which the database counts as away, ms. */
const TIMEOUT_MS = 1_000;

/** Result of the search for the account of a login. */
export interface FoundAccount {
  account: { id: number; code: string; password_hash: string; disabled: boolean } | undefined;
  shown: ShownProof | undefined;
  /** The account from the snapshot; null: the database has answered. */
  away: SnapshotAccount | null;
}

export type FindAccount = (code: string, tokens: readonly string[]) => Promise<FoundAccount>;

/**
 * Makes the function that finds the account of a login: in the database or, while that is away, in the
 * snapshot.
 *
 * @throws AppError when the snapshot has no accounts either
 */
export function createFindAccount(deps: {
  db: Db;
  proofs: Proofs;
  dataDir: string;
  /**
   * True while the server runs from a snapshot without logins: a password in it may have been reset since.
   */
  isGivenUp: () => boolean;
}): FindAccount {
  const { db, proofs, dataDir } = deps;
  /** True after the database has not answered in time: nobody waits for it until it does. */
  let isAway = false;

  async function stored(code: string, tokens: readonly string[]): Promise<FoundAccount> {
    const account = await repository.findAccountByCode(db, code);
    const shown = account && (await proofs.find({ account_id: account.id }, tokens));
    return { account, shown, away: null };
  }

  return async (code, tokens) => {
    // PostgreSQL cannot store such text.
    if (code.includes('\0')) return { account: undefined, shown: undefined, away: null };
    if (deps.isGivenUp()) throw new AppError(errorCode.unavailable, 'common.databaseAway');
    const lookup = stored(code, tokens);
    lookup.then(
      () => {
        isAway = false;
      },
      (error: unknown) => {
        isAway = isOutage(error);
      },
    );
    try {
      return await withTimeLimit(lookup, isAway ? 0 : TIMEOUT_MS);
    } catch (error) {
      if (!(error instanceof DatabaseLate) && !isOutage(error)) throw error;
      isAway = true;
      const found = await findInSnapshot(dataDir, code, tokens);
      if (found !== null) return { account: found, shown: found?.shown, away: found ?? null };
    }
    return answerOf(lookup);
  };
}

/** Waits for a database that may only be slow, because nothing else knows the account. */
async function answerOf(lookup: Promise<FoundAccount>): Promise<FoundAccount> {
  try {
    return await lookup;
  } catch (error) {
    throw isOutage(error) ? new AppError(errorCode.unavailable, 'common.databaseAway') : error;
  }
}
