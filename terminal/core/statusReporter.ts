import { REPORT_INTERVAL_MS } from '../../contract/frames.ts';
import type { TerminalStatus } from '../../contract/terminalStatus.ts';

/** The least time between two messages, µs: a change is told at once, but not a hundred times a second. */
const GAP_US = 100_000;

/** Decides when a terminal says what it does beside playing: at once on a change, every second while levels change. */
export class StatusReporter {
  private at = Number.NEGATIVE_INFINITY;
  private facts = '';
  private told = '';

  /** The connection is new: whoever listens now knows nothing. */
  forget(): void {
    this.told = '';
    this.facts = '';
  }

  /** Whether to send this status at local time `now`, µs. */
  due(now: number, status: TerminalStatus): boolean {
    const since = now - this.at;
    if (since < GAP_US) return false;
    const facts = JSON.stringify(status, withoutLevels);
    const whole = JSON.stringify(status);
    if (whole === this.told || (facts === this.facts && since < REPORT_INTERVAL_MS * 1e3)) return false;
    this.at = now;
    this.facts = facts;
    this.told = whole;
    return true;
  }
}

function withoutLevels(field: string, value: unknown): unknown {
  return field.endsWith('_db') ? undefined : value;
}
