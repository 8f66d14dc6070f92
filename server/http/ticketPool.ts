import { randomBytes } from 'node:crypto';

/** Tickets of one account that wait at most; its oldest give way, and nobody else's. */
const MAX_PER_ACCOUNT = 1_000;

/** Tickets by account, each good for `lifeMs` from its last use. `now` is monotonic, ms. */
export class TicketPool<T extends { accountId: number }> {
  readonly #lifeMs: number;
  readonly #now: () => number;
  readonly #held = new Map<string, { value: T; until: number }>();
  /** The tickets of each account, the oldest first. */
  readonly #byAccount = new Map<number, Set<string>>();

  constructor(lifeMs: number, now: () => number) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  issue(value: T): string {
    // All last equally long, so the first that is still good ends the search.
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

  /** Whose ticket it is, if it is still good. */
  find(ticket: string): T | null {
    const found = this.#held.get(ticket);
    return found === undefined || found.until <= this.#now() ? null : found.value;
  }

  /** Uses a ticket up. */
  take(ticket: string): T | null {
    const found = this.find(ticket);
    this.#drop(ticket);
    return found;
  }

  /** Makes a ticket last anew. */
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
