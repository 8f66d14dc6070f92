import type { KeepState } from '../../../contract/keeping.ts';

/** What a terminal holds is said at most this often, µs. */
const GAP_US = 1_000_000;

/** Decides when what a terminal holds is said: when it changes, and after each welcome. */
export class StateTeller {
  private told = '';
  private toldAt = Number.NEGATIVE_INFINITY;

  /** A new connection: nothing was said. */
  restart(): void {
    this.told = '';
  }

  /** What is to be said at local time `now`, µs; null: nothing. */
  due(now: number, state: () => KeepState): KeepState | null {
    if (now - this.toldAt < GAP_US) return null;
    const next = state();
    const text = JSON.stringify(next);
    if (text === this.told) return null;
    this.told = text;
    this.toldAt = now;
    return next;
  }
}
