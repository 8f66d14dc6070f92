import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { yieldToSound } from '../../platform/process/slices.ts';

/** A start that was requested and is not on the air yet. */
export class PendingStart {
  readonly #terminals: ReadonlySet<number>;
  readonly #taken = new Set<number>();
  readonly end: () => void;
  /** Media time of the request. */
  readonly sinceUs: number;

  constructor(terminals: Iterable<number>, sinceUs: number, end: (start: PendingStart) => void) {
    this.sinceUs = sinceUs;
    this.#terminals = new Set(terminals);
    this.end = () => end(this);
  }

  /** Stops the start at the terminals that match; returns them. */
  take(matches: (terminal: number) => boolean): number[] {
    const found = [...this.#terminals].filter((id) => matches(id) && !this.#taken.has(id));
    for (const id of found) this.#taken.add(id);
    return found;
  }

  /** Terminals at which it was stopped. */
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
 * Starts that cannot be heard yet: their text is being synthesised, their source connected, or their rows
 * stored. A stop in this time applies to them as well; they would sound after it otherwise.
 */
export class PendingStarts {
  readonly #open = new Set<PendingStart>();
  readonly #now: () => number;

  /** @param now the media clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Registers a start. The caller calls its `end` in any case. */
  begin(terminals: Iterable<number>): PendingStart {
    yieldToSound();
    const start = new PendingStart(terminals, this.#now(), (one) => this.#open.delete(one));
    this.#open.add(start);
    return start;
  }

  /**
   * Stops all starts at the terminals that match; returns these terminals and the number of starts concerned.
   */
  take(matches: (terminal: number) => boolean): { terminals: number[]; starts: number } {
    const taken = [...this.#open].map((start) => start.take(matches)).filter(({ length }) => length > 0);
    return { terminals: [...new Set(taken.flat())], starts: taken.length };
  }
}
