import { MAX_LOG_LINES, MAX_LOG_TEXT, type RemoteAnswer } from '../../../contract/api/administration.ts';

export type LogLine = NonNullable<RemoteAnswer['log']>[number];

/** Log of a terminal in memory: the last lines, for remote administration. */
export class TerminalLog {
  readonly #lines: LogLine[] = [];
  #last = '';

  /** Appends a line. */
  note(text: string): void {
    this.#lines.push({ at: Math.floor(Date.now() / 1000), text: text.slice(0, MAX_LOG_TEXT) });
    if (this.#lines.length > MAX_LOG_LINES) this.#lines.shift();
  }

  /** Appends the state of the terminal if it differs from the last one. */
  follow(state: string): void {
    if (state === this.#last) return;
    this.#last = state;
    this.note(state);
  }

  /** Lines, the oldest first. */
  lines(): LogLine[] {
    return [...this.#lines];
  }
}
