/** Limit of failures under one key. */
export interface CountRule {
  /** Failures per round. */
  limit: number;
  /** Length of a round, ms from its first failure. It doubles with every `limit` failures of a day ... */
  roundMs: number;
  /** ... up to this, ms. */
  longestMs: number;
}

interface Count {
  /** Failures of this round, and of earlier rounds. */
  failures: number;
  before: number;
  /** Epoch ms at which the round ends, and at which the key is forgotten. */
  until: number;
  forgotten: number;
}

const DAY_MS = 86_400_000;

/** Failures by key: per round and per day. In memory and bounded: the oldest keys are dropped. */
export class Counts {
  readonly #now: () => number;
  readonly #maxKeys: number;
  readonly #counts = new Map<string, Count>();

  constructor(now: () => number, maxKeys: number) {
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  /** Epoch ms until which attempts under a key are refused; 0: not refused. */
  blockedUntil(key: string, rule: CountRule): number {
    const count = this.#current(key);
    return count !== undefined && count.failures >= rule.limit ? count.until : 0;
  }

  /** Failures under a key within a day of the first one. */
  today(key: string): number {
    const count = this.#current(key);
    return count === undefined ? 0 : count.before + count.failures;
  }

  /** Counts a failure. @returns a function that takes it back, unless its round has ended meanwhile */
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

  /**
   * Finds the count of a key. A finished round is replaced by a new one, so that a late result does not
   * change it.
   */
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
