import type { Queued, StartRequest } from './queue.types.ts';

/** Most attempts of a start: the first one and its retries. */
export const attemptsOf = ({ again }: Pick<StartRequest, 'again'>): number => 1 + (again?.retries ?? 0);

interface Parked {
  one: Queued;
  /** Wall time of its next attempt, epoch ms. */
  retry_at: number;
}

/** Starts between two attempts: they hold no place in the line, and no terminal. */
export class ParkedStarts {
  #parked: Parked[] = [];

  get size(): number {
    return this.#parked.length;
  }

  /** Entries with the time of their next attempt, the earliest first. */
  all(): readonly Parked[] {
    return this.#parked;
  }

  /** Keeps an entry until its next attempt; false: it has none. @param now epoch ms */
  park(one: Queued, now: number): boolean {
    const { again } = one.request;
    if (again === undefined || one.attempt >= attemptsOf(one.request)) return false;
    const retry_at = now + again.retry_s * 1000;
    if (again.latest_at !== null && retry_at >= again.latest_at) return false;
    this.#parked = [...this.#parked, { one, retry_at }].sort((a, b) => a.retry_at - b.retry_at);
    return true;
  }

  /** Removes and returns the entries whose next attempt is due. @param now epoch ms */
  takeDue(now: number): Queued[] {
    const due = this.#parked.filter(({ retry_at }) => retry_at <= now);
    if (due.length > 0) this.#parked = this.#parked.filter(({ retry_at }) => retry_at > now);
    return due.map(({ one }) => one);
  }

  remove(id: number): void {
    this.#parked = this.#parked.filter(({ one }) => one.id !== id);
  }
}
