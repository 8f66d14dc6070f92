/** How much may fail under one key before it has to wait. */
export interface CountRule {
  /** Failures of one round. */
  limit: number;
  /** Length of a round, ms from its first failure. It doubles with every `limit` failures of a day ... */
  roundMs: number;
  /** ... up to this, ms. */
  longestMs: number;
}

interface Count {
  /** Failures of this round, and of the rounds before it. */
  failures: number;
  before: number;
  /** Epoch ms at which the round ends, and at which nothing is known of the key any more. */
  until: number;
  forgotten: number;
}

const DAY_MS = 86_400_000;

/** Failures by key: in rounds, and over a day. In memory and bounded: the oldest keys make room. */
export class Counts {
  readonly #now: () => number;
  readonly #maxKeys: number;
  readonly #counts = new Map<string, Count>();

  constructor(now: () => number, maxKeys: number) {
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  /** Epoch ms until which nothing more is judged under a key; 0: it may go on. */
  blockedUntil(key: string, rule: CountRule): number {
    const count = this.#current(key);
    return count !== undefined && count.failures >= rule.limit ? count.until : 0;
  }

  /** Failures under a key within the last day, counted from the first of them. */
  today(key: string): number {
    const count = this.#current(key);
    return count === undefined ? 0 : count.before + count.failures;
  }

  /** Counts a failure. @returns what takes it back, unless its round has ended meanwhile */
  fail(key: string, rule: CountRule): () => void {
    const now = this.#now();
    const count = this.#current(key) ?? { failures: 0, before: 0, until: 0, forgotten: now + DAY_MS };
    if (count.failures === 0) {
      const doublings = Math.floor(count.before / rule.limit);
      count.until = now + Math.min(rule.roundMs * 2 ** doublings, rule.longestMs);
    }
    count.failures += 1;
    this.#counts.set(key, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= this.#maxKeys) break;
      this.#counts.delete(oldest);
    }
    return () => {
      count.failures -= 1;
    };
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }

  /** Finds the count of a key; a round that has ended gives way to an empty one, so that a late verdict counts nothing. */
  #current(key: string): Count | undefined {
    const count = this.#counts.get(key);
    const now = this.#now();
    if (count === undefined || count.until > now) return count;
    if (count.forgotten <= now) {
      this.#counts.delete(key);
      return undefined;
    }
    if (count.failures === 0) return count;
    const next = { ...count, failures: 0, before: count.before + count.failures };
    this.#counts.set(key, next);
    return next;
  }
}
