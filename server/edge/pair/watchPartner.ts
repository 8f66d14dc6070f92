import { dial } from './link/dial.ts';
import type { Presence } from './link/handshake.ts';
import type { PairRecord } from './link/pairRecord.ts';
import { createWitnessLink } from './witness/witnessLink.ts';

/** Interval at which a leader asks a partner that is not connected whether it leads, ms. */
const EVERY_MS = 5_000;

export interface WatchDeps {
  pair(): PairRecord | null;
  presence(): Presence;
  /** Tells if the partner is connected as a standby. */
  isConnected(): boolean;
  superseded(): void;
}

/**
 * Tells if the partner leads with a greater term: it has taken over.
 *
 * @throws the error of the last address when none answers
 */
export async function isSuperseded(pair: PairRecord, presence: Presence): Promise<boolean> {
  let failure: unknown = null;
  for (const url of pair.partner?.urls ?? []) {
    try {
      const { socket, welcome } = await dial(url, { pair, presence, purpose: 'status' });
      socket.close();
      return welcome.role === 'leader' && welcome.term > pair.term;
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== null) throw failure;
  return false;
}

/** Tells if the witness has recorded another leader; never resolves when it does not answer. */
export async function isReplaced(pair: PairRecord, presence: Presence): Promise<boolean> {
  if (pair.witness === null) return false;
  const heard = Promise.withResolvers<boolean>();
  const link = createWitnessLink({
    ...{ pair: () => pair, presence: () => presence },
    // A leader that starts confirms changes alone until the standby follows again.
    message: () => ({
      type: 'beat',
      ...{ term: pair.term, in_sync: false },
      standby_key: pair.partner?.public_key ?? null,
    }),
    heard: ({ term }) => heard.resolve(term > pair.term),
  });
  link.speak();
  return heard.promise.finally(link.close);
}

/** Looks from time to time whether a partner that is not connected has taken over, such as in a network that was cut. */
export function watchPartner({ pair, presence, isConnected, superseded }: WatchDeps): {
  look(): void;
  close(): void;
} {
  let at = Number.NEGATIVE_INFINITY;
  let isOver = false;
  return {
    look() {
      const own = pair();
      if (own === null || isConnected() || performance.now() - at < EVERY_MS) return;
      at = performance.now();
      isSuperseded(own, presence()).then(
        (isPast) => {
          if (isPast && !isOver) superseded();
        },
        // Its absence is a fault already.
        () => {},
      );
    },
    close() {
      isOver = true;
    },
  };
}
