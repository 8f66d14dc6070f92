import { compareRank, heardOf, type Part, type Rank } from '../../../contract/protocol/hearing.ts';
import type { Change, Claim, Meeting, Standing } from './claim.ts';

interface Entry {
  claim: Claim;
  part: Part;
  /** True once it has been heard at this terminal. */
  had: boolean;
}

/** Seat: the claims on one terminal. */
interface Seat {
  /** Sorted, the highest claim first. */
  entries: Entry[];
  mixes: boolean;
}

interface Holding {
  claim: Claim;
  terminals: Set<number>;
  /** Number of terminals at which it is heard. */
  heard: number;
}

const idsOf = (entries: readonly Entry[]) => entries.map(({ claim }) => claim.broadcast);
const isSame = (a: readonly Entry[], b: readonly Entry[]) => a[0] === b[0] && a[1] === b[1];

/**
 * Table of claims: which broadcasts each terminal plays, chosen from its claims by contract/protocol/hearing.ts. A
 * claim stays while its broadcast is paused or its terminal is offline, so that the result depends only on
 * starts, stops and the terminal's features. A change costs time in proportion to the terminals concerned,
 * however many broadcasts run.
 */
export class ClaimTable {
  readonly #at = new Map<number, Seat>();
  readonly #of = new Map<number, Holding>();
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
  add(claim: Claim, terminals: Iterable<number>): Change[] {
    const holding = this.#of.get(claim.broadcast) ?? { claim, terminals: new Set<number>(), heard: 0 };
    this.#of.set(claim.broadcast, holding);
    const changes: Change[] = [];
    for (const terminal of terminals) {
      if (holding.terminals.has(terminal)) continue;
      holding.terminals.add(terminal);
      const seat = this.#at.get(terminal) ?? { entries: [], mixes: this.#canMix(terminal) };
      this.#at.set(terminal, seat);
      const before = heardOf(seat.entries, seat.mixes);
      seat.entries.splice(placeOf(seat, claim.rank), 0, { claim, part: claim.part, had: false });
      const dropped = drop(seat, before);
      this.#note(terminal, before, dropped, changes);
    }
    return changes;
  }

  /**
   * Removes the claims of a broadcast on all its terminals, or on some. Returns the changes of what is heard.
   */
  remove(broadcast: number, terminals?: Iterable<number>): Change[] {
    const holding = this.#of.get(broadcast);
    if (!holding) return [];
    const changes: Change[] = [];
    for (const terminal of [...(terminals ?? holding.terminals)]) {
      const seat = this.#at.get(terminal);
      if (seat === undefined || !holding.terminals.has(terminal)) continue;
      const before = heardOf(seat.entries, seat.mixes);
      seat.entries = seat.entries.filter(({ claim }) => claim !== holding.claim);
      if (seat.entries.length === 0) this.#at.delete(terminal);
      this.#note(terminal, before, [], changes);
      this.#forget(broadcast, terminal);
    }
    return changes;
  }

  /** Asks again if a terminal can mix two broadcasts. No claim is dropped by that. */
  refit(terminal: number): Change[] {
    const seat = this.#at.get(terminal);
    const mixes = this.#canMix(terminal);
    if (seat === undefined || seat.mixes === mixes) return [];
    const before = heardOf(seat.entries, seat.mixes);
    seat.mixes = mixes;
    const changes: Change[] = [];
    this.#note(terminal, before, [], changes);
    return changes;
  }

  /** The broadcasts that a terminal plays: the holder first, then the programme ducked under it. */
  heard(terminal: number): number[] {
    const seat = this.#at.get(terminal);
    return seat === undefined ? [] : idsOf(heardOf(seat.entries, seat.mixes));
  }

  /** The broadcast with the highest claim at a terminal. */
  holder(terminal: number): number | null {
    return this.#at.get(terminal)?.entries[0]?.claim.broadcast ?? null;
  }

  /** State of a broadcast's claim at a terminal; null when it has none. */
  standing(broadcast: number, terminal: number): Standing | null {
    const seat = this.#at.get(terminal);
    const entry = seat?.entries.find(({ claim }) => claim.broadcast === broadcast);
    if (seat === undefined || entry === undefined) return null;
    const [first, under] = heardOf(seat.entries, seat.mixes);
    const by = first?.claim.broadcast ?? broadcast;
    if (entry === first) {
      const over = under ?? seat.entries[1];
      return { kind: 'holds', over: over?.claim.broadcast ?? null, ducks: under !== undefined };
    }
    if (entry === under) return { kind: 'ducked', by };
    return { kind: entry.had ? 'preempted' : 'waiting', by };
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
  preview(rank: Rank, part: Part, terminal: number): Meeting[] {
    const seat = this.#at.get(terminal);
    if (seat === undefined) return [];
    const own = { claim: null, part };
    const before = heardOf(seat.entries, seat.mixes);
    const entries: ({ claim: Claim | null; part: Part } | Entry)[] = [...seat.entries];
    entries.splice(placeOf(seat, rank), 0, own);
    const after = heardOf(entries, seat.mixes);
    const [first, under] = after.map(({ claim }) => claim?.broadcast ?? null);
    const met: Meeting[] = idsOf(before.filter((one) => !after.includes(one))).map((other) => ({
      kind: 'preempts',
      other,
    }));
    if (first === null && under !== undefined && under !== null) met.push({ kind: 'ducks', other: under });
    if (first !== null && first !== undefined)
      met.push({ kind: under === null ? 'ducked' : 'waits', other: first });
    return met;
  }

  #note(terminal: number, before: readonly Entry[], dropped: number[], changes: Change[]): void {
    const seat = this.#at.get(terminal);
    const after = seat === undefined ? [] : heardOf(seat.entries, seat.mixes);
    for (const entry of after) entry.had = true;
    for (const { claim } of before) this.#count(claim, -1);
    for (const { claim } of after) this.#count(claim, 1);
    for (const broadcast of dropped) this.#forget(broadcast, terminal);
    if (!isSame(before, after))
      changes.push({ terminal, before: idsOf(before), after: idsOf(after), dropped });
  }

  #count({ broadcast }: Claim, by: number): void {
    const holding = this.#of.get(broadcast);
    if (holding) holding.heard += by;
  }

  #forget(broadcast: number, terminal: number): void {
    const holding = this.#of.get(broadcast);
    holding?.terminals.delete(terminal);
    if (holding?.terminals.size === 0) this.#of.delete(broadcast);
  }
}

/** Index at which a claim of a rank is inserted. */
function placeOf({ entries }: Seat, rank: Rank): number {
  const place = entries.findIndex(({ claim }) => compareRank(rank, claim.rank) < 0);
  return place < 0 ? entries.length : place;
}

/** Removes the claims that are no longer heard and do not come back; returns their broadcasts. */
function drop(seat: Seat, before: readonly Entry[]): number[] {
  const after = heardOf(seat.entries, seat.mixes);
  const lost = before.filter((entry) => !entry.claim.comesBack && !after.includes(entry));
  if (lost.length > 0) seat.entries = seat.entries.filter((entry) => !lost.includes(entry));
  return idsOf(lost);
}
