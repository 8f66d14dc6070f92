import type { Db, DbOrTx } from '../db/client.ts';
import { findProof, insertProof, lastProofs, type ProofHolder } from './proof.repository.ts';
import { PROOF_SECONDS } from './proofCookie.ts';
import { hashToken, newToken } from './token.ts';

/** Proofs of a holder: browsers, and programs that log in without one and keep no cookies, or call stations. */
const MOST = { browser: 50, program: 10 } as const;
/** More than the consoles of a large site. */
const MAX_KNOWN = 10_000;

/** A proof that was shown and is good. */
export interface ShownProof {
  id: number;
  token: string;
}

/** By which browsers, programs and call stations are known again that have logged in before (docs/decisions/0093). */
export interface Proofs {
  /** One of these that is good for some holder, as far as this process remembers: for the order of a queue only. */
  known(tokens: readonly string[]): string | undefined;
  /** Judges. @returns the one that is good for the holder */
  find(holder: ProofHolder, tokens: readonly string[]): Promise<ShownProof | undefined>;
  /** A new proof for a holder, in the place of the one that was shown. */
  renew(
    tx: DbOrTx,
    holder: ProofHolder,
    shown: ShownProof | undefined,
    byBrowser: boolean,
  ): Promise<ShownProof>;
}

/** @param now epoch ms */
export async function createProofs(db: Db, now: () => number = Date.now): Promise<Proofs> {
  const seconds = () => Math.floor(now() / 1000);
  const since = () => seconds() - PROOF_SECONDS;
  const remembered = new Set(await lastProofs(db, since(), MAX_KNOWN));
  const remember = (hash: string) => {
    remembered.add(hash);
    for (const oldest of remembered) {
      if (remembered.size <= MAX_KNOWN) break;
      remembered.delete(oldest);
    }
  };
  return {
    known: (tokens) => tokens.find((token) => remembered.has(hashToken(token))),
    async find(holder, tokens) {
      const found = await findProof(db, holder, tokens.map(hashToken), since());
      const token = tokens.find((one) => hashToken(one) === found?.token_hash);
      return found === undefined || token === undefined ? undefined : { id: found.id, token };
    },
    async renew(tx, holder, shown, byBrowser) {
      const token = newToken();
      const token_hash = hashToken(token);
      const id = await insertProof(
        tx,
        holder,
        { token_hash, by_browser: byBrowser, used_at: seconds() },
        shown?.id,
        { since: since(), most: byBrowser ? MOST.browser : MOST.program },
      );
      if (shown !== undefined) remembered.delete(hashToken(shown.token));
      remember(token_hash);
      return { id, token };
    },
  };
}
