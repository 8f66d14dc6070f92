/** Times pulses of outputs for panels that cannot do it themselves. */
export class Pulses {
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #end: (output: number) => void;

  /** @param end switches an output off */
  constructor(end: (output: number) => void) {
    this.#end = end;
  }

  /** Begins a pulse; without a length, ends the one that runs. */
  set(output: number, pulseMs?: number): void {
    clearTimeout(this.#timers.get(output));
    this.#timers.delete(output);
    if (pulseMs === undefined) return;
    const end = () => {
      this.#timers.delete(output);
      this.#end(output);
    };
    this.#timers.set(output, setTimeout(end, pulseMs));
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
