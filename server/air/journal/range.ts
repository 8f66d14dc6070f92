/** Tables whose rows get an id before they are stored. */
export const idTables = ['alarm', 'broadcast'] as const;
export type IdTable = (typeof idTables)[number];

/** Ids that the database has given to one server. `token` identifies the database that gave them. */
export interface Block {
  token: string;
  first: number;
  last: number;
}

/** Blocks as they are kept over a restart; ids up to `mark` count as used. */
export interface HeldBlocks {
  blocks: Block[];
  mark: number;
}

/** Ids of one table, counted up through the blocks of this server. */
export class IdRange {
  #blocks: Block[];
  #used: number;

  constructor({ blocks, mark }: HeldBlocks) {
    this.#blocks = [...blocks];
    this.#used = mark;
  }

  get blocks(): Block[] {
    return [...this.#blocks];
  }

  /** The last id given out. */
  get used(): number {
    return this.#used;
  }

  /** Number of ids left. */
  get left(): number {
    return this.#blocks.reduce(
      (sum, { first, last }) => sum + Math.max(0, last - Math.max(this.#used, first - 1)),
      0,
    );
  }

  /** True when less than half of the newest block's size is left. */
  get isShort(): boolean {
    const newest = this.#blocks.at(-1);
    return newest === undefined || this.left < (newest.last - newest.first + 1) / 2;
  }

  add(block: Block): void {
    this.#blocks.push(block);
  }

  /** Replaces all blocks by one; used ids stay used. */
  replace(block: Block): void {
    this.#blocks = [block];
    this.#used = Math.max(this.#used, block.first - 1);
  }

  /**
   * Gives out the next id, always: after the last block it continues with ids that the database gives to the
   * next caller, which is this server unless there are others.
   */
  next(): number {
    let id = this.#used + 1;
    while (this.#blocks.length > 1 && id > (this.#blocks[0]?.last ?? 0)) {
      this.#blocks.shift();
      id = Math.max(id, this.#blocks[0]?.first ?? 0);
    }
    this.#used = id;
    return id;
  }
}
