import { randomBytes } from 'node:crypto';

/** Maximum number of waiting tickets per account; its oldest are dropped first, never another account's. */
const MAX_PER_ACCOUNT = 1_000;

/** Tickets by account, each valid for `lifeMs` from its last use. `now`: monotonic clock, ms. */
export class TicketPool<T extends { accountId: number }> {
  readonly #lifeMs: number;
  readonly #now: () => number;
  readonly #held = new Map<string, { value: T; until: number }>();
  /** Tickets of each account, the oldest first. */
  readonly #byAccount = new Map<number, Set<string>>();

  constructor(lifeMs: number, now: () => number) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  issue(value: T): string {
    // All have the same lifetime, so the search ends at the first valid one.
    for (const [ticket, { until }] of this.#held) {
      if (until > this.#now()) break;
      this.#drop(ticket);
    }
    const [oldest] = this.#byAccount.get(value.accountId) ?? [];
    if (oldest !== undefined && this.#count(value.accountId) >= MAX_PER_ACCOUNT) this.#drop(oldest);
    const ticket = randomBytes(32).toString('base64url');
    this.#keep(ticket, value);
    return ticket;
  }

  /** Holder of a valid ticket; null: none. */
  find(ticket: string): T | null {
    const found = this.#held.get(ticket);
    return found === undefined || found.until <= this.#now() ? null : found.value;
  }

  /** Uses a ticket up; returns its holder. */
  take(ticket: string): T | null {
    const found = this.find(ticket);
    this.#drop(ticket);
    return found;
  }

  /** Renews the lifetime of a ticket. */
  renew(ticket: string): void {
    const found = this.#held.get(ticket);
    if (found === undefined) return;
    this.#drop(ticket);
    this.#keep(ticket, found.value);
  }

  #count(accountId: number): number {
    return this.#byAccount.get(accountId)?.size ?? 0;
  }

  #keep(ticket: string, value: T): void {
    this.#held.set(ticket, { value, until: this.#now() + this.#lifeMs });
    const own = this.#byAccount.get(value.accountId) ?? new Set();
    this.#byAccount.set(value.accountId, own.add(ticket));
  }

  #drop(ticket: string): void {
    const accountId = this.#held.get(ticket)?.value.accountId;
    this.#held.delete(ticket);
    if (accountId === undefined) return;
    const own = this.#byAccount.get(accountId);
    own?.delete(ticket);
    if (own?.size === 0) this.#byAccount.delete(accountId);
  }
}
