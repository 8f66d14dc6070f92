/** Order of the writes of one broadcast, and whether its state has to be written again. */
export class BroadcastWrites {
  /** Resolves when its row is stored or in the journal; nothing else of it is written before. */
  readonly committed: Promise<void>;
  /** The last write; those that wait for the database go one after the other. */
  #last: Promise<void>;
  #hasFailed = false;
  #journaledProofs = 0;

  constructor(committed: Promise<void> = Promise.resolve()) {
    this.committed = committed;
    this.#last = committed;
  }

  /** True when a write failed and the state was not taken since. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Number of proof writes that are in the journal and not in the database yet. */
  get journaledProofs(): number {
    return this.#journaledProofs;
  }

  /** Resolves when the last write is over. */
  get settled(): Promise<void> {
    return this.#last;
  }

  /** The state goes into a write that begins now. */
  stateTaken(): void {
    this.#hasFailed = false;
  }

  /** Writes to the database after all earlier writes. @param failed called when the database refuses */
  queue(write: () => Promise<void>, failed: (error: unknown) => void): Promise<void> {
    const done = this.#last.then(write);
    this.#last = done.catch((error: unknown) => {
      this.#hasFailed = true;
      failed(error);
    });
    return done;
  }

  /** Writes to the journal after its row, and before all writes that wait for the database. */
  note(write: () => Promise<void>): Promise<void> {
    const done = this.committed.then(write);
    this.#last = done;
    return done;
  }

  async journalProofs(write: () => Promise<void>): Promise<void> {
    this.#journaledProofs++;
    await write();
    this.#journaledProofs--;
  }
}
