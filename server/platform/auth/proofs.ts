import type { Db, DbOrTx } from '../db/client.ts';
import { findProof, insertProof, lastProofs, type ProofHolder } from './proof.repository.ts';
import { PROOF_SECONDS } from './proofCookie.ts';
import { hashToken, newToken } from './token.ts';

/**
 * Maximum number of proofs per holder: of browsers, and of call stations and of programs that keep no
 * cookies.
 */
const MOST = { browser: 50, program: 10 } as const;
/** Maximum number of proofs in memory: more than a large site has consoles. */
const MAX_KNOWN = 10_000;

/** A valid proof that a client has sent. */
export interface ShownProof {
  id: number;
  token: string;
}

/**
 * Proofs by which browsers, programs and call stations that have logged in before are recognised
 * (docs/decisions/0093-nobody-locks-others-out.md).
 */
export interface Proofs {
  /**
   * Finds a proof that is valid for some holder, as far as this process knows: for the order of a queue only.
   */
  known(tokens: readonly string[]): string | undefined;
  /** Finds and verifies the proof of a holder. */
  find(holder: ProofHolder, tokens: readonly string[]): Promise<ShownProof | undefined>;
  /** Makes a new proof for a holder, in place of the one that was sent. */
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
