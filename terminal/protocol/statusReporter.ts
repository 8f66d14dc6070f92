import { REPORT_INTERVAL_MS } from '../../contract/protocol/frames.ts';
import type { TerminalStatus } from '../../contract/protocol/terminalStatus.ts';

/** Minimum interval of two messages, µs; limits the rate of messages on changes. */
const GAP_US = 100_000;

/** Schedules status messages: immediately on a change, every second while levels change. */
export class StatusReporter {
  #at = Number.NEGATIVE_INFINITY;
  #facts = '';
  #lastSent = '';

  /** Makes the status due again for a new connection. */
  forget(): void {
    this.#lastSent = '';
    this.#facts = '';
  }

  /** Tells whether to send this status at local time `now`, µs. */
  due(now: number, status: TerminalStatus): boolean {
    const since = now - this.#at;
    if (since < GAP_US) return false;
    const facts = JSON.stringify(status, withoutLevels);
    const whole = JSON.stringify(status);
    if (whole === this.#lastSent || (facts === this.#facts && since < REPORT_INTERVAL_MS * 1e3)) return false;
    this.#at = now;
    this.#facts = facts;
    this.#lastSent = whole;
    return true;
  }
}

function withoutLevels(field: string, value: unknown): unknown {
  return field.endsWith('_db') ? undefined : value;
}
