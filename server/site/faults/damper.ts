/** Damping of faults that chatter: an off-delay in the sense of ISA-18.2 and IEC 62682. Times in ms. */
export interface Damping {
  /** Number of beginnings … */
  count: number;
  /** … within this time that counts as chatter. */
  withinMs: number;
  /** Time for which the condition of a chattering fault must be gone before it is resolved. */
  offMs: number;
}

/**
 * Three beginnings within the ten minutes over which floods are counted, so a fault adds at most three to a
 * flood. The off-delay is half of that: a condition that comes back at an even pace and was found to chatter
 * finds its fault still open.
 */
export const defaultDamping: Damping = { count: 3, withinMs: 600_000, offMs: 300_000 };

/** State of a fault's damping. */
export interface Damped {
  /** Beginnings in this spell of chatter; 0: not chattering. */
  chatter: number;
  /** True while the condition is gone and the off-delay runs. */
  isCleared: boolean;
}

/**
 * Detects chattering faults. Beginnings are never delayed; ends are, while a fault chatters. Holds only keys
 * that began within `withinMs`, are open or chatter. `now` of every method: monotonic ms.
 */
export class Damper {
  readonly #damping: Damping;
  #begins = new Map<string, number[]>();
  #standing = new Set<string>();
  #chatter = new Map<string, number>();
  #clearedAt = new Map<string, number>();

  constructor(damping: Damping = defaultDamping) {
    this.#damping = damping;
  }

  /** Takes in that the condition is present: a beginning, unless it was present already. */
  began(key: string, now: number): Damped {
    if (!this.#standing.has(key)) {
      this.#standing.add(key);
      this.#clearedAt.delete(key);
      const recent = [...this.#recent(key, now), now];
      this.#begins.set(key, recent);
      const held = this.#chatter.get(key);
      if (held !== undefined) this.#chatter.set(key, held + 1);
      else if (recent.length >= this.#damping.count) this.#chatter.set(key, recent.length);
    }
    return this.#damped(key);
  }

  /**
   * Takes in that the condition is gone.
   * @returns undefined: the fault is over; otherwise the state in which it stays open
   */
  ended(key: string, now: number): Damped | undefined {
    this.#standing.delete(key);
    if (!this.#chatter.has(key)) return undefined;
    if (!this.#clearedAt.has(key)) this.#clearedAt.set(key, now);
    return this.#damped(key);
  }

  /** Forgets a key whose subject no longer exists. */
  forget(key: string): void {
    this.#standing.delete(key);
    this.#chatter.delete(key);
    this.#clearedAt.delete(key);
    this.#begins.delete(key);
  }

  /**
   * Keys whose off-delay is over by now; they stop chattering. Also forgets beginnings that are too old to
   * count.
   */
  due(now: number): string[] {
    const over = [...this.#clearedAt].flatMap(([key, at]) => (now - at >= this.#damping.offMs ? [key] : []));
    for (const key of over) this.forget(key);
    for (const key of this.#begins.keys()) if (this.#recent(key, now).length === 0) this.#begins.delete(key);
    return over;
  }

  /**
   * Restores the state from before a restart: the open fault, and the beginnings of it and earlier ones of
   * its key, monotonic ms.
   */
  restore(
    key: string,
    held: { begins: readonly number[]; open: (Damped & { clearedAt: number }) | null },
  ): void {
    this.#begins.set(key, [...held.begins]);
    if (held.open === null) return;
    if (held.open.chatter > 0) this.#chatter.set(key, held.open.chatter);
    if (held.open.isCleared) this.#clearedAt.set(key, held.open.clearedAt);
    else this.#standing.add(key);
  }

  #recent(key: string, now: number): number[] {
    return (this.#begins.get(key) ?? []).filter((at) => now - at < this.#damping.withinMs);
  }

  #damped(key: string): Damped {
    return { chatter: this.#chatter.get(key) ?? 0, isCleared: this.#clearedAt.has(key) };
  }
}
