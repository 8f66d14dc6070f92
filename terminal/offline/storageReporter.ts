import type { OfflineState } from '../../contract/protocol/offline.ts';

/** Minimum interval of messages about stored content, µs. */
const GAP_US = 1_000_000;

/** Schedules messages about stored content: on a change, and after each welcome. */
export class StorageReporter {
  #lastSent = '';
  #sentAt = Number.NEGATIVE_INFINITY;

  /** Makes the state due again at a new connection. */
  restart(): void {
    this.#lastSent = '';
  }

  /** State to send at local time `now`, µs; null: none. */
  due(now: number, state: () => OfflineState): OfflineState | null {
    if (now - this.#sentAt < GAP_US) return null;
    const next = state();
    const text = JSON.stringify(next);
    if (text === this.#lastSent) return null;
    this.#lastSent = text;
    this.#sentAt = now;
    return next;
  }
}
