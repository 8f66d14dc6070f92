import { AppError, errorCode } from '../../contract/errors.ts';
import { giveWay } from '../slices.ts';

/** A start that somebody has asked for, from the request on until it is on the air. */
export class PendingStart {
  readonly #terminals: ReadonlySet<number>;
  readonly #taken = new Set<number>();
  readonly end: () => void;
  /** Media time at which it was asked for. */
  readonly since_us: number;

  constructor(terminals: Iterable<number>, since_us: number, end: (start: PendingStart) => void) {
    this.since_us = since_us;
    this.#terminals = new Set(terminals);
    this.end = () => end(this);
  }

  /** Stops it at those of its terminals; returns at which. */
  take(isMeant: (terminal: number) => boolean): number[] {
    const found = [...this.#terminals].filter((id) => isMeant(id) && !this.#taken.has(id));
    for (const id of found) this.#taken.add(id);
    return found;
  }

  /** Terminals that were taken out of it. */
  get taken(): number[] {
    return [...this.#taken];
  }

  /** @throws AppError 999 when it was stopped at all its terminals */
  mustGoOn(name: string): void {
    if (this.#taken.size > 0 && this.#taken.size === this.#terminals.size)
      throw new AppError(errorCode.refused, 'broadcast.stoppedBeforeStart', { name });
  }
}

/**
 * Starts of which nothing can be heard yet: their text is being spoken, their source is being connected, their rows are
 * being stored. A stop that comes meanwhile is for them as well: otherwise they would sound after it.
 */
export class PendingStarts {
  readonly #open = new Set<PendingStart>();
  readonly #now: () => number;

  /** `now`: the media clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Its maker calls `end`, whatever comes of it. */
  begin(terminals: Iterable<number>): PendingStart {
    giveWay();
    const start = new PendingStart(terminals, this.#now(), (one) => this.#open.delete(one));
    this.#open.add(start);
    return start;
  }

  /** Stops all starts at these terminals; returns at which there was one, and how many starts there were. */
  take(isMeant: (terminal: number) => boolean): { terminals: number[]; starts: number } {
    const taken = [...this.#open].map((start) => start.take(isMeant)).filter(({ length }) => length > 0);
    return { terminals: [...new Set(taken.flat())], starts: taken.length };
  }
}
