/** How faults that chatter are damped: an off-delay in the sense of ISA-18.2 and IEC 62682. Times in ms. */
export interface Damping {
  /** So many beginnings … */
  count: number;
  /** … within so long are chatter. */
  withinMs: number;
  /** What chatters is over once its condition has been gone for so long. */
  offMs: number;
}

/**
 * Three beginnings within the ten minutes that a flood is counted over, so a fault adds at most three to a flood. The
 * off-delay is half of that: what comes back at an even pace and was found to chatter is still standing when it does.
 */
export const defaultDamping: Damping = { count: 3, withinMs: 600_000, offMs: 300_000 };

/** How the fault of one key stands. */
export interface Damped {
  /** Beginnings in this spell of chatter; 0: it does not chatter. */
  chatter: number;
  /** The condition is gone, and the off-delay runs. */
  isCleared: boolean;
}

/**
 * Decides which faults chatter. A beginning is never delayed; an end is, for what chatters. Holds only keys that
 * began within `withinMs`, stand or chatter. `now` of every method: monotonic ms.
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

  /** The condition is there: a beginning, unless it was there already. */
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
    return this.#stand(key);
  }

  /** The condition is gone. @returns undefined: the fault is over; otherwise how it goes on standing */
  ended(key: string, now: number): Damped | undefined {
    this.#standing.delete(key);
    if (!this.#chatter.has(key)) return undefined;
    if (!this.#clearedAt.has(key)) this.#clearedAt.set(key, now);
    return this.#stand(key);
  }

  /** What it was about is no more: nothing of it is kept. */
  forget(key: string): void {
    this.#standing.delete(key);
    this.#chatter.delete(key);
    this.#clearedAt.delete(key);
    this.#begins.delete(key);
  }

  /** Keys whose off-delay is over by now; they chatter no longer. Forgets what began too long ago to matter. */
  due(now: number): string[] {
    const over = [...this.#clearedAt].flatMap(([key, at]) => (now - at >= this.#damping.offMs ? [key] : []));
    for (const key of over) this.forget(key);
    for (const key of this.#begins.keys()) if (this.#recent(key, now).length === 0) this.#begins.delete(key);
    return over;
  }

  /** Takes up what was stored before a restart: an open fault, and how long ago it and earlier ones of its key began. */
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

  #stand(key: string): Damped {
    return { chatter: this.#chatter.get(key) ?? 0, isCleared: this.#clearedAt.has(key) };
  }
}
