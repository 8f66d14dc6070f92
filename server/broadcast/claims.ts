import { compareRank, type Rank } from './rank.ts';

/** What a broadcast claims its terminals with. */
export interface Claim {
  broadcast: number;
  rank: Rank;
  /** False for the policy "not at all": where something higher takes it, the claim ends (design 7). */
  comesBack: boolean;
}

/** Another broadcast holds a terminal now, or nobody. `dropped` lost its claim there for good. */
export interface HolderChange {
  terminal: number;
  from: number | null;
  to: number | null;
  dropped: number | null;
}

/** How a claim stands at a terminal: it holds it, lost it to `by`, or never had it for `by`. */
export type Standing =
  | { kind: 'holds'; over: number | null }
  | { kind: 'preempted'; by: number }
  | { kind: 'waiting'; by: number };

interface Entry {
  claim: Claim;
  /** Has held this terminal before. */
  held: boolean;
}

interface Holding {
  claim: Claim;
  terminals: Set<number>;
  /** At how many of them it is the highest. */
  held: number;
}

/**
 * Which broadcast each terminal belongs to: the highest claim (design 7). A claim stays while its broadcast is
 * paused or its terminal is offline, so that the answer depends on nothing but starts and stops. A change costs
 * what its own terminals cost, whatever else runs.
 */
export class ClaimTable {
  /** Claims of each terminal, the highest first. */
  readonly #at = new Map<number, Entry[]>();
  readonly #of = new Map<number, Holding>();

  /** Puts claims on terminals (those that it has already are left alone). Returns who holds what instead. */
  add(claim: Claim, terminals: Iterable<number>): HolderChange[] {
    const holding = this.#of.get(claim.broadcast) ?? { claim, terminals: new Set<number>(), held: 0 };
    this.#of.set(claim.broadcast, holding);
    const changes: HolderChange[] = [];
    for (const terminal of terminals) {
      if (holding.terminals.has(terminal)) continue;
      holding.terminals.add(terminal);
      const entries = this.#at.get(terminal) ?? [];
      this.#at.set(terminal, entries);
      const place = entries.findIndex((e) => compareRank(claim.rank, e.claim.rank) < 0);
      entries.splice(place < 0 ? entries.length : place, 0, { claim, held: false });
      if (entries[0]?.claim !== claim) continue;
      const from = entries[1]?.claim ?? null;
      let dropped: number | null = null;
      if (from) this.#lost(from.broadcast);
      if (from && !from.comesBack) {
        entries.splice(1, 1);
        this.#forget(from.broadcast, terminal);
        dropped = from.broadcast;
      }
      this.#won(terminal);
      changes.push({ terminal, from: from?.broadcast ?? null, to: claim.broadcast, dropped });
    }
    return changes;
  }

  /** Takes claims back: of all terminals of the broadcast, or of some. Returns who holds what instead. */
  remove(broadcast: number, terminals?: Iterable<number>): HolderChange[] {
    const holding = this.#of.get(broadcast);
    if (!holding) return [];
    const changes: HolderChange[] = [];
    for (const terminal of [...(terminals ?? holding.terminals)]) {
      if (!holding.terminals.has(terminal)) continue;
      const entries = this.#at.get(terminal) ?? [];
      const place = entries.findIndex((e) => e.claim.broadcast === broadcast);
      entries.splice(place, 1);
      if (entries.length === 0) this.#at.delete(terminal);
      if (place === 0) {
        this.#lost(broadcast);
        this.#won(terminal);
        const to = entries[0]?.claim.broadcast ?? null;
        changes.push({ terminal, from: broadcast, to, dropped: null });
      }
      this.#forget(broadcast, terminal);
    }
    return changes;
  }

  /** The broadcast that a terminal belongs to. */
  holder(terminal: number): number | null {
    return this.#at.get(terminal)?.[0]?.claim.broadcast ?? null;
  }

  /** How a broadcast stands at a terminal; null when it has no claim there. */
  standing(broadcast: number, terminal: number): Standing | null {
    const entries = this.#at.get(terminal) ?? [];
    const place = entries.findIndex((e) => e.claim.broadcast === broadcast);
    const entry = entries[place];
    const top = entries[0];
    if (!entry || !top) return null;
    if (place === 0) return { kind: 'holds', over: entries[1]?.claim.broadcast ?? null };
    return { kind: entry.held ? 'preempted' : 'waiting', by: top.claim.broadcast };
  }

  /** Terminals on which a broadcast has a claim, held or not. */
  terminals(broadcast: number): ReadonlySet<number> {
    return this.#of.get(broadcast)?.terminals ?? new Set();
  }

  /** At how many terminals a broadcast is the highest. */
  heldCount(broadcast: number): number {
    return this.#of.get(broadcast)?.held ?? 0;
  }

  /** What a claim would meet, changing nothing: for the dry run. Null: the terminal is free. */
  preview(rank: Rank, terminal: number): { kind: 'preempts' | 'waits'; other: number } | null {
    const top = this.#at.get(terminal)?.[0];
    if (!top) return null;
    const wins = compareRank(rank, top.claim.rank) < 0;
    return { kind: wins ? 'preempts' : 'waits', other: top.claim.broadcast };
  }

  #won(terminal: number) {
    const top = this.#at.get(terminal)?.[0];
    if (!top) return;
    top.held = true;
    const holding = this.#of.get(top.claim.broadcast);
    if (holding) holding.held++;
  }

  #lost(broadcast: number) {
    const holding = this.#of.get(broadcast);
    if (holding) holding.held--;
  }

  #forget(broadcast: number, terminal: number) {
    const holding = this.#of.get(broadcast);
    holding?.terminals.delete(terminal);
    if (holding?.terminals.size === 0) this.#of.delete(broadcast);
  }
}
