import type { ToTerminal } from '../../../contract/protocol/terminal.ts';

/**
 * Time after the loss of the owner for which an older one is refused, µs. Later it is accepted: a system that was set
 * back must not stay without its loudspeakers.
 */
const TRUST_US = 30_000_000;

type Welcome = Extract<ToTerminal, { type: 'welcome' }>;

/** Owner of the system by the `term` of its welcome, so that a server that was replaced cannot command. */
export class Ownership {
  #epoch: string | null = null;
  #term: number | undefined;
  #lostAt = Number.NEGATIVE_INFINITY;

  /** Notes that the connection to the owner was lost at local time `now`, µs. */
  lost(now: number): void {
    this.#lostAt = now;
  }

  /** Tells if the sender of a welcome owns the system, and takes it as the owner then. */
  admits({ epoch, term }: Pick<Welcome, 'epoch' | 'term'>, now: number): boolean {
    const own = epoch === this.#epoch ? this.#term : undefined;
    const isReplaced = term !== undefined && own !== undefined && term < own;
    if (isReplaced && now - this.#lostAt < TRUST_US) return false;
    this.#epoch = epoch;
    this.#term = term;
    return true;
  }
}
