import { audibleOf, compareRank, type MixClass, type Rank } from '../../../contract/protocol/arbitration.ts';
import type { Claim, ClaimChange, ClaimEffect, ClaimStatus } from './claim.ts';

interface Entry {
  claim: Claim;
  part: MixClass;
  /** True once it has been heard at this terminal. */
  wasHeard: boolean;
}

/** Claims on one terminal. */
interface TerminalClaims {
  /** Sorted, the highest claim first. */
  entries: Entry[];
  mixes: boolean;
}

interface BroadcastClaims {
  claim: Claim;
  terminals: Set<number>;
  /** Number of terminals at which it is heard. */
  heard: number;
}

const idsOf = (entries: readonly Entry[]) => entries.map(({ claim }) => claim.broadcast);
const isSame = (a: readonly Entry[], b: readonly Entry[]) => a[0] === b[0] && a[1] === b[1];

/**
 * Table of claims: which broadcasts each terminal plays, chosen from its claims by contract/protocol/arbitration.ts. A
 * claim stays while its broadcast is paused or its terminal is offline, so that the result depends only on
 * starts, stops and the terminal's features. A change costs time in proportion to the terminals concerned,
 * however many broadcasts run.
 */
export class ClaimTable {
  readonly #at = new Map<number, TerminalClaims>();
  readonly #of = new Map<number, BroadcastClaims>();
  readonly #canMix: (terminal: number) => boolean;

  /**
   * @param canMix tells if a terminal plays two broadcasts at once; asked at its first claim, and by `refit`
   */
  constructor(canMix: (terminal: number) => boolean = () => false) {
    this.#canMix = canMix;
  }

  /**
   * Adds claims on terminals that do not have one of this broadcast yet. Returns the changes of what is
   * heard.
   */
  add(claim: Claim, terminals: Iterable<number>): ClaimChange[] {
    const held = this.#of.get(claim.broadcast) ?? { claim, terminals: new Set<number>(), heard: 0 };
    this.#of.set(claim.broadcast, held);
    const changes: ClaimChange[] = [];
    for (const terminal of terminals) {
      if (held.terminals.has(terminal)) continue;
      held.terminals.add(terminal);
      const claims = this.#at.get(terminal) ?? { entries: [], mixes: this.#canMix(terminal) };
      this.#at.set(terminal, claims);
      const before = audibleOf(claims.entries, claims.mixes);
      claims.entries.splice(placeOf(claims, claim.rank), 0, { claim, part: claim.part, wasHeard: false });
      const dropped = drop(claims, before);
      this.#note(terminal, before, dropped, changes);
    }
    return changes;
  }

  /**
   * Removes the claims of a broadcast on all its terminals, or on some. Returns the changes of what is heard.
   */
  remove(broadcast: number, terminals?: Iterable<number>): ClaimChange[] {
    const held = this.#of.get(broadcast);
    if (!held) return [];
    const changes: ClaimChange[] = [];
    for (const terminal of [...(terminals ?? held.terminals)]) {
      const claims = this.#at.get(terminal);
      if (claims === undefined || !held.terminals.has(terminal)) continue;
      const before = audibleOf(claims.entries, claims.mixes);
      claims.entries = claims.entries.filter(({ claim }) => claim !== held.claim);
      if (claims.entries.length === 0) this.#at.delete(terminal);
      this.#note(terminal, before, [], changes);
      this.#forget(broadcast, terminal);
    }
    return changes;
  }

  /** Asks again if a terminal can mix two broadcasts. No claim is dropped by that. */
  refit(terminal: number): ClaimChange[] {
    const claims = this.#at.get(terminal);
    const mixes = this.#canMix(terminal);
    if (claims === undefined || claims.mixes === mixes) return [];
    const before = audibleOf(claims.entries, claims.mixes);
    claims.mixes = mixes;
    const changes: ClaimChange[] = [];
    this.#note(terminal, before, [], changes);
    return changes;
  }

  /** The broadcasts that a terminal plays: the holder first, then the programme ducked under it. */
  heard(terminal: number): number[] {
    const claims = this.#at.get(terminal);
    return claims === undefined ? [] : idsOf(audibleOf(claims.entries, claims.mixes));
  }

  /** The broadcast with the highest claim at a terminal. */
  holder(terminal: number): number | null {
    return this.#at.get(terminal)?.entries[0]?.claim.broadcast ?? null;
  }

  /** State of a broadcast's claim at a terminal; null when it has none. */
  standing(broadcast: number, terminal: number): ClaimStatus | null {
    const claims = this.#at.get(terminal);
    const entry = claims?.entries.find(({ claim }) => claim.broadcast === broadcast);
    if (claims === undefined || entry === undefined) return null;
    const [first, under] = audibleOf(claims.entries, claims.mixes);
    const by = first?.claim.broadcast ?? broadcast;
    if (entry === first) {
      const over = under ?? claims.entries[1];
      return { kind: 'holds', over: over?.claim.broadcast ?? null, ducks: under !== undefined };
    }
    if (entry === under) return { kind: 'ducked', by };
    return { kind: entry.wasHeard ? 'preempted' : 'waiting', by };
  }

  /** Terminals on which a broadcast has a claim, heard or not. */
  terminals(broadcast: number): ReadonlySet<number> {
    return this.#of.get(broadcast)?.terminals ?? new Set();
  }

  /** Number of terminals at which a broadcast is heard. */
  heardCount(broadcast: number): number {
    return this.#of.get(broadcast)?.heard ?? 0;
  }

  /** Effects of a claim that is not made, for the dry run. Empty: the terminal is free. */
  preview(rank: Rank, part: MixClass, terminal: number): ClaimEffect[] {
    const claims = this.#at.get(terminal);
    if (claims === undefined) return [];
    const own = { claim: null, part };
    const before = audibleOf(claims.entries, claims.mixes);
    const entries: ({ claim: Claim | null; part: MixClass } | Entry)[] = [...claims.entries];
    entries.splice(placeOf(claims, rank), 0, own);
    const after = audibleOf(entries, claims.mixes);
    const [first, under] = after.map(({ claim }) => claim?.broadcast ?? null);
    const effects: ClaimEffect[] = idsOf(before.filter((one) => !after.includes(one))).map((other) => ({
      kind: 'preempts',
      other,
    }));
    if (first === null && under !== undefined && under !== null)
      effects.push({ kind: 'ducks', other: under });
    if (first !== null && first !== undefined)
      effects.push({ kind: under === null ? 'ducked' : 'waits', other: first });
    return effects;
  }

  #note(terminal: number, before: readonly Entry[], dropped: number[], changes: ClaimChange[]): void {
    const claims = this.#at.get(terminal);
    const after = claims === undefined ? [] : audibleOf(claims.entries, claims.mixes);
    for (const entry of after) entry.wasHeard = true;
    for (const { claim } of before) this.#count(claim, -1);
    for (const { claim } of after) this.#count(claim, 1);
    for (const broadcast of dropped) this.#forget(broadcast, terminal);
    if (!isSame(before, after))
      changes.push({ terminal, before: idsOf(before), after: idsOf(after), dropped });
  }

  #count({ broadcast }: Claim, by: number): void {
    const held = this.#of.get(broadcast);
    if (held) held.heard += by;
  }

  #forget(broadcast: number, terminal: number): void {
    const held = this.#of.get(broadcast);
    held?.terminals.delete(terminal);
    if (held?.terminals.size === 0) this.#of.delete(broadcast);
  }
}

/** Index at which a claim of a rank is inserted. */
function placeOf({ entries }: TerminalClaims, rank: Rank): number {
  const place = entries.findIndex(({ claim }) => compareRank(rank, claim.rank) < 0);
  return place < 0 ? entries.length : place;
}

/** Removes the claims that are no longer heard and do not come back; returns their broadcasts. */
function drop(claims: TerminalClaims, before: readonly Entry[]): number[] {
  const after = audibleOf(claims.entries, claims.mixes);
  const lost = before.filter((entry) => !entry.claim.comesBack && !after.includes(entry));
  if (lost.length > 0) claims.entries = claims.entries.filter((entry) => !lost.includes(entry));
  return idsOf(lost);
}
