/** A start in the line: it waits for its terminals, or is being put on the air there. */
export interface LineEntry {
  readonly id: number;
  /** Weight of its rank: the larger one goes first, equal ones by their arrival. */
  readonly weight: number;
  readonly terminals: ReadonlySet<number>;
  /** Media time at which it gives up, µs. */
  readonly untilUs: number;
}

interface Held<Entry> {
  entry: Entry;
  isStarting: boolean;
  /** Terminal, or earlier entry, that was found in its way; checked first, so that most checks cost nothing. */
  busyAt: number | null;
  behind: Held<Entry> | null;
}

const overlaps = (a: ReadonlySet<number>, b: ReadonlySet<number>) => {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const one of few) if (many.has(one)) return true;
  return false;
};

/**
 * Line of starts, by weight and then by arrival. An entry goes when none of its terminals is busy and no entry before
 * it wants one of them. Nothing passes an earlier entry of the same weight at a common terminal, so that
 * pages to few terminals cannot keep a page to many waiting until its time-out.
 */
export class WaitingLine<Entry extends LineEntry> {
  #held: Held<Entry>[] = [];

  get size(): number {
    return this.#held.length;
  }

  /** Entries in the order of the line, also those that are being started. */
  all(): Entry[] {
    return this.#held.map(({ entry }) => entry);
  }

  /** Entries that wait, in the order of the line. */
  waiting(): Entry[] {
    return this.#held.flatMap(({ entry, isStarting }) => (isStarting ? [] : entry));
  }

  /** Adds an entry behind all of its weight. @param isStarting true: it holds its terminals and waits for nothing */
  add(entry: Entry, isStarting = false): void {
    const place = this.#held.findIndex((one) => one.entry.weight < entry.weight);
    const held = { entry, isStarting, busyAt: null, behind: null };
    this.#held.splice(place < 0 ? this.#held.length : place, 0, held);
  }

  remove(id: number): Entry | undefined {
    const found = this.#held.find(({ entry }) => entry.id === id);
    if (found !== undefined) this.#held = this.#held.filter((one) => one !== found);
    return found?.entry;
  }

  /** The entry that has a terminal before a start of a weight that arrives now; undefined: none. */
  claimant(terminal: number, weight: number): Entry | undefined {
    return this.#held.find(
      (one) => (one.isStarting || one.entry.weight >= weight) && one.entry.terminals.has(terminal),
    )?.entry;
  }

  /** Entries before a waiting one that want one of its terminals. */
  before(id: number): Entry[] {
    const own = this.#held.find(({ entry }) => entry.id === id);
    if (own === undefined) return [];
    return this.#ahead(own).flatMap(({ entry }) =>
      overlaps(entry.terminals, own.entry.terminals) ? entry : [],
    );
  }

  /**
   * Takes the entries whose turn it is, which then hold their terminals until they are removed, and removes those whose
   * time is over.
   */
  serve(nowUs: number, isBusy: (entry: Entry, terminal: number) => boolean) {
    const turn: Entry[] = [];
    const expired: Entry[] = [];
    for (const one of [...this.#held]) {
      if (one.isStarting) continue;
      if (this.#isFree(one, isBusy)) {
        one.isStarting = true;
        turn.push(one.entry);
      } else if (nowUs >= one.entry.untilUs) {
        this.remove(one.entry.id);
        expired.push(one.entry);
      }
    }
    return { turn, expired };
  }

  #ahead(own: Held<Entry>): Held<Entry>[] {
    const place = this.#held.indexOf(own);
    return this.#held.filter((one, i) => one !== own && (i < place || one.isStarting));
  }

  #isFree(own: Held<Entry>, isBusy: (entry: Entry, terminal: number) => boolean): boolean {
    const { entry } = own;
    if (own.busyAt !== null && entry.terminals.has(own.busyAt) && isBusy(entry, own.busyAt)) return false;
    own.busyAt = null;
    const ahead = this.#ahead(own);
    if (
      own.behind !== null &&
      ahead.includes(own.behind) &&
      overlaps(own.behind.entry.terminals, entry.terminals)
    )
      return false;
    own.behind = ahead.find((one) => overlaps(one.entry.terminals, entry.terminals)) ?? null;
    if (own.behind !== null) return false;
    for (const terminal of entry.terminals) {
      if (!isBusy(entry, terminal)) continue;
      own.busyAt = terminal;
      return false;
    }
    return true;
  }
}
