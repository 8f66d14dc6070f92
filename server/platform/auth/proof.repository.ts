import { and, desc, eq, gt, inArray, lt, notInArray, or } from 'drizzle-orm';
import type { DbOrTx } from '../db/client.ts';
import { loginProof } from './login.table.ts';

/** Holder of a proof: an account, or the account of a call station. */
export type ProofHolder = { account_id: number } | { terminal_id: number };

const isOf = (holder: ProofHolder) =>
  'account_id' in holder
    ? eq(loginProof.account_id, holder.account_id)
    : eq(loginProof.terminal_id, holder.terminal_id);

/**
 * Finds the first of several proofs that belongs to a holder and is recent enough.
 * @param since epoch seconds
 */
export async function findProof(db: DbOrTx, holder: ProofHolder, hashes: readonly string[], since: number) {
  if (hashes.length === 0) return undefined;
  const [found] = await db
    .select({ id: loginProof.id, token_hash: loginProof.token_hash })
    .from(loginProof)
    .where(and(isOf(holder), inArray(loginProof.token_hash, [...hashes]), gt(loginProof.used_at, since)))
    .limit(1);
  return found;
}

/**
 * Stores a proof in place of its predecessor, and deletes proofs of its kind that are too old or too many.
 * @param bound `since`: epoch seconds; `most`: maximum per holder and kind
 * @returns its id
 */
export async function insertProof(
  tx: DbOrTx,
  holder: ProofHolder,
  values: { token_hash: string; by_browser: boolean; used_at: number },
  replaced: number | undefined,
  bound: { since: number; most: number },
): Promise<number> {
  if (replaced !== undefined) await tx.delete(loginProof).where(eq(loginProof.id, replaced));
  const [row] = await tx
    .insert(loginProof)
    .values({ ...values, ...holder })
    .returning({ id: loginProof.id });
  if (row === undefined) throw new Error('no proof was stored');
  const alike = and(isOf(holder), eq(loginProof.by_browser, values.by_browser));
  const newest = tx
    .select({ id: loginProof.id })
    .from(loginProof)
    .where(alike)
    .orderBy(desc(loginProof.id))
    .limit(bound.most);
  await tx
    .delete(loginProof)
    .where(and(alike, or(lt(loginProof.used_at, bound.since), notInArray(loginProof.id, newest))));
  return row.id;
}

/** Hashes of the last used proofs, oldest first. */
export async function lastProofs(db: DbOrTx, since: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ token_hash: loginProof.token_hash })
    .from(loginProof)
    .where(gt(loginProof.used_at, since))
    .orderBy(desc(loginProof.id))
    .limit(limit);
  return rows.map((row) => row.token_hash).reverse();
}

/** Deletes all proofs of a holder. */
export async function endProofs(tx: DbOrTx, holder: ProofHolder): Promise<void> {
  await tx.delete(loginProof).where(isOf(holder));
}
