/** Time without a message of the leader after which a standby may take over, ms. */
export const LEASE_MS = 4_000;

/** State of a pair as its witness has recorded it. Keys are the public keys of the machines. */
export interface Verdict {
  term: number;
  leader_key: string;
  /** Null: no standby has joined yet. */
  standby_key: string | null;
  /** Whether the standby has every confirmed change; false: its absence was recorded, and it must not take over. */
  in_sync: boolean;
}

/** Message that a leader sends each second. */
export interface Beat {
  term: number;
  standby_key: string | null;
  in_sync: boolean;
}

/**
 * Decides for a pair which machine leads. The leader confirms changes alone only after its witness has recorded that the
 * standby is absent, and a standby takes over only while it is recorded as present: so a change that was confirmed is
 * never missing after a take-over.
 */
export class Arbiter {
  #verdict: Verdict;
  #heardAt: number;
  readonly #store: (verdict: Verdict) => void;
  readonly #now: () => number;

  /** @param store called before the answer is given @param now monotonic, ms */
  constructor(verdict: Verdict, store: (verdict: Verdict) => void, now: () => number) {
    this.#verdict = verdict;
    this.#store = store;
    this.#now = now;
    // After a restart the leader gets its whole time.
    this.#heardAt = now();
  }

  get verdict(): Verdict {
    return this.#verdict;
  }

  /** Tells if a machine belongs to the pair. */
  knows(key: string): boolean {
    return key === this.#verdict.leader_key || key === this.#verdict.standby_key;
  }

  /** Hears a leader; a greater term is a take-over by hand. */
  beat(key: string, { term, standby_key, in_sync }: Beat): Verdict {
    const now = this.#verdict;
    if (!this.knows(key) || term < now.term || (term === now.term && key !== now.leader_key)) return now;
    this.#heardAt = this.#now();
    const next = { term, leader_key: key, standby_key, in_sync };
    const isSame = JSON.stringify(next) === JSON.stringify(now);
    if (!isSame) this.#keep(next);
    return this.#verdict;
  }

  /** Lets the standby lead, if the leader is silent and the standby has every confirmed change. */
  claim(key: string): boolean {
    const { term, leader_key, standby_key, in_sync } = this.#verdict;
    // The answer before was lost.
    if (key === leader_key) return true;
    const isSilent = this.#now() - this.#heardAt > LEASE_MS;
    if (key !== standby_key || !in_sync || !isSilent) return false;
    this.#keep({ term: term + 1, leader_key: key, standby_key: leader_key, in_sync: false });
    this.#heardAt = this.#now();
    return true;
  }

  #keep(verdict: Verdict): void {
    this.#store(verdict);
    this.#verdict = verdict;
  }
}
