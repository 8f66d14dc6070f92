/** Answers that are kept at most, and for how long, ms (RFC 3261, 17.2). */
const MAX_KEPT = 2_000;
const KEPT_MS = 32_000;

/** Answers to requests, kept so that a request that comes again is answered alike. */
export class Answers {
  readonly #kept = new Map<string, Buffer>();

  /** Answer to a request that was answered before; undefined: it is new. */
  of(key: string): Buffer | undefined {
    return this.#kept.get(key);
  }

  /** Keeps an answer, in the place of an earlier one to the same request. */
  keep(key: string, answer: Buffer): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    const isNew = !this.#kept.has(key);
    this.#kept.set(key, answer);
    if (isNew) setTimeout(() => this.#kept.delete(key), KEPT_MS).unref();
  }
}
