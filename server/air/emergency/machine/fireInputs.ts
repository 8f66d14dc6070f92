/** Active inputs by terminal. */
export type StoredInputs = Record<string, number[]>;

/** Changes at the inputs of a terminal. */
export interface InputChange {
  /** Inputs that became active. */
  edges: number[];
  /** Inputs that went back to normal. */
  normals: number[];
}

/**
 * Last reported input states of fire terminals, kept over a lost link and a restart of the server: an input
 * that became active meanwhile is an edge, one that was active before is not.
 */
export class Inputs {
  readonly #active: Map<number, Set<number>>;

  constructor(stored: StoredInputs) {
    this.#active = new Map(Object.entries(stored).map(([id, inputs]) => [Number(id), new Set(inputs)]));
  }

  /**
   * Takes in reported input states. An input in test mode that becomes active is ignored, so that it counts
   * as an edge if it is still active when it is reported after the test.
   */
  take(
    terminal: number,
    reported: readonly { input: number; active: boolean }[],
    isTested: (input: number) => boolean,
  ): InputChange {
    const known = this.#active.get(terminal) ?? new Set<number>();
    this.#active.set(terminal, known);
    const change: InputChange = { edges: [], normals: [] };
    for (const { input, active } of reported) {
      if (active === known.has(input)) continue;
      if (!active) {
        known.delete(input);
        change.normals.push(input);
      } else if (!isTested(input)) {
        known.add(input);
        change.edges.push(input);
      }
    }
    return change;
  }

  /** Takes over the states that another machine has seen: they count as known. */
  adopt(active: StoredInputs): void {
    for (const [id, inputs] of Object.entries(active)) this.#active.set(Number(id), new Set(inputs));
  }

  isActive(terminal: number, input: number): boolean {
    return this.#active.get(terminal)?.has(input) === true;
  }

  /** Forgets the states of inputs: if one is active in the next report, it counts as an edge. */
  forget(terminal: number, inputs: readonly number[]): void {
    for (const input of inputs) this.#active.get(terminal)?.delete(input);
  }

  get stored(): StoredInputs {
    return Object.fromEntries(
      [...this.#active].flatMap(([id, inputs]) => (inputs.size === 0 ? [] : [[String(id), [...inputs]]])),
    );
  }
}
