/** Active inputs by terminal. */
export type StoredInputs = Record<string, number[]>;

/** What changed at the inputs of a terminal. */
export interface InputChange {
  /** Became active. */
  edges: number[];
  /** Went back. */
  normals: number[];
}

/**
 * The inputs of fire terminals as they were when last heard of, also before a lost link or a restart of the server: what
 * became active while nobody listened is an edge, what was active before is none.
 */
export class Inputs {
  readonly #active: Map<number, Set<number>>;

  constructor(stored: StoredInputs) {
    this.#active = new Map(Object.entries(stored).map(([id, inputs]) => [Number(id), new Set(inputs)]));
  }

  /**
   * Takes in what a terminal says of its inputs. One in test mode that becomes active is passed over, so that it is an
   * edge if it is still active when the test is over and it speaks again.
   */
  take(
    terminal: number,
    said: readonly { input: number; active: boolean }[],
    isTested: (input: number) => boolean,
  ): InputChange {
    const known = this.#active.get(terminal) ?? new Set<number>();
    this.#active.set(terminal, known);
    const change: InputChange = { edges: [], normals: [] };
    for (const { input, active } of said) {
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

  isActive(terminal: number, input: number): boolean {
    return this.#active.get(terminal)?.has(input) === true;
  }

  /** What is known of these counts no more: if one is active when it is heard of next, it is an edge. */
  forget(terminal: number, inputs: readonly number[]): void {
    for (const input of inputs) this.#active.get(terminal)?.delete(input);
  }

  get stored(): StoredInputs {
    return Object.fromEntries(
      [...this.#active].flatMap(([id, inputs]) => (inputs.size === 0 ? [] : [[String(id), [...inputs]]])),
    );
  }
}
