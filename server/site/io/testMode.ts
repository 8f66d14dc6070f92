import type { TestRow } from './io.repository.ts';

export type Tested = Omit<TestRow, 'terminal_id'>;

/** Inputs in test mode: their edges are shown and logged but start nothing. Each test ends by itself. */
export class TestMode {
  readonly #until = new Map<number, Map<number, Tested>>();
  readonly #now: () => number;
  readonly #ended: (terminal: number, inputs: number[]) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param now epoch ms @param ended called after tests have ended by time */
  constructor(
    rows: readonly TestRow[],
    now: () => number,
    ended: (terminal: number, inputs: number[]) => void,
  ) {
    this.#now = now;
    this.#ended = ended;
    this.take(rows);
  }

  /** Takes over the stored tests in place of those held. */
  take(rows: readonly TestRow[]): void {
    this.#until.clear();
    for (const row of rows) this.#of(row.terminal_id).set(row.input, row);
    this.#arm();
  }

  isTested(terminal: number, input: number): boolean {
    return this.untilOf(terminal, input) !== null;
  }

  /** End of a test, epoch ms; null: none runs. */
  untilOf(terminal: number, input: number): number | null {
    const until = this.#until.get(terminal)?.get(input)?.until ?? 0;
    return until > this.#now() ? until : null;
  }

  begin(terminal: number, tests: readonly Tested[]): void {
    for (const test of tests) this.#of(terminal).set(test.input, test);
    this.#arm();
  }

  /** Ends tests by hand; returns the inputs that were in test mode. */
  end(terminal: number, inputs: readonly number[]): number[] {
    const of = this.#until.get(terminal);
    return inputs.filter((input) => of?.delete(input) === true);
  }

  inputsOf(terminal: number): number[] {
    return [...(this.#until.get(terminal)?.keys() ?? [])];
  }

  forget(terminal: number): void {
    this.#until.delete(terminal);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #of(terminal: number): Map<number, Tested> {
    const known = this.#until.get(terminal) ?? new Map<number, Tested>();
    this.#until.set(terminal, known);
    return known;
  }

  /** Sets the timer to the next end. */
  #arm(): void {
    clearTimeout(this.#timer);
    const ends = [...this.#until.values()].flatMap((of) => [...of.values()].map((test) => test.until));
    if (ends.length === 0) return;
    this.#timer = setTimeout(() => this.#sweep(), Math.max(0, Math.min(...ends) - this.#now()));
    this.#timer.unref();
  }

  #sweep(): void {
    const now = this.#now();
    for (const [terminal, of] of this.#until) {
      const over = [...of.values()].filter((test) => test.until <= now).map((test) => test.input);
      for (const input of over) of.delete(input);
      if (of.size === 0) this.#until.delete(terminal);
      if (over.length > 0) this.#ended(terminal, over);
    }
    this.#arm();
  }
}
