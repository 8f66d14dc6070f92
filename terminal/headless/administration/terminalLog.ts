import { MAX_LOG_LINES, MAX_LOG_TEXT, type RemoteAnswer } from '../../../contract/api/administration.ts';

export type LogLine = NonNullable<RemoteAnswer['log']>[number];

/** Interval at which the state is looked at, ms. */
const EVERY_MS = 1_000;

/** Log of a terminal in memory: the last changes of its state and what was done to it, for remote administration. */
export class TerminalLog {
  readonly #lines: LogLine[] = [];
  readonly #state: () => string;
  #last = '';
  #lookedAt = 0;

  /** @param state of the terminal, in words */
  constructor(state: () => string) {
    this.#state = state;
  }

  /** Appends a line. */
  note(text: string): void {
    this.#lines.push({ at: Math.floor(Date.now() / 1000), text: text.slice(0, MAX_LOG_TEXT) });
    if (this.#lines.length > MAX_LOG_LINES) this.#lines.shift();
  }

  /** Appends the state if it differs from the last one. */
  look(): void {
    const state = this.#state();
    if (state === this.#last) return;
    this.#last = state;
    this.note(state);
  }

  /** Looks at the state once a second; called periodically. */
  tick(): void {
    const now = performance.now();
    if (now - this.#lookedAt < EVERY_MS) return;
    this.#lookedAt = now;
    this.look();
  }

  /** Lines, the oldest first; the last one is of the present state. */
  lines(): LogLine[] {
    this.look();
    return [...this.#lines];
  }
}
