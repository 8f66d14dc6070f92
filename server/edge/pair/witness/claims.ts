import { publicKeyOf } from '../../../platform/machines/machineKeys.ts';
import type { Presence } from '../link/handshake.ts';
import type { PairRecord } from '../link/pairRecord.ts';
import { createWitnessLink } from './witnessLink.ts';

/** Time without the leader after which a standby asks the witness to lead, ms. */
const ALONE_MS = 1_000;

export interface ClaimsDeps {
  pair(): PairRecord;
  presence(): Presence;
  /** Tells if the leader is connected. */
  isFollowing(): boolean;
  /** Tells if this machine has a whole copy. */
  isCopied(): boolean;
}

/** A standby's questions to the witness of its pair, if it has one: whether it is to lead. */
export function createClaims({ pair, presence, isFollowing, isCopied }: ClaimsDeps): {
  grantedTerm(): number | null;
  close(): void;
} {
  const ownKey = publicKeyOf(pair().private_key);
  let followedAt = performance.now();
  let granted: number | null = null;
  const link = createWitnessLink({
    ...{ pair, presence },
    message() {
      if (isFollowing()) followedAt = performance.now();
      const isAlone = performance.now() - followedAt > ALONE_MS;
      return { type: isAlone && isCopied() ? 'claim' : 'ask' };
    },
    heard({ leader_key, term }) {
      if (leader_key === ownKey && term > pair().term && !isFollowing()) granted = term;
    },
  });
  return { grantedTerm: () => granted, close: link.close };
}
