import type { LiveRow } from '../../../contract/api/live.ts';

/** Row (or a removed one: `row` null) with the history that deltas need. */
export interface Entry {
  readonly id: number;
  row: LiveRow | null;
  /** Sequence number of the last change. */
  seq: number;
  /** Revision (order of commits) of the last change that carried one. */
  rev: number;
  /** Per field (numbered by the topic) the sequence number of its last change. */
  at: number[];
  /** Earlier partitions of the row, oldest first; `org` undefined: it did not exist. */
  past: Array<{ until: number; org: LiveRow['org'] | undefined }>;
  prev: Entry | null;
  next: Entry | null;
}

/**
 * Doubly linked list of entries in the order of their last change: "all since" is a walk back from the end.
 */
export class RecencyList {
  #first: Entry | null = null;
  #last: Entry | null = null;

  get last(): Entry | null {
    return this.#last;
  }

  moveToEnd(entry: Entry): void {
    this.remove(entry);
    entry.prev = this.#last;
    if (this.#last !== null) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
  }

  remove(entry: Entry): void {
    if (entry.prev !== null) entry.prev.next = entry.next;
    else if (this.#first === entry) this.#first = entry.next;
    if (entry.next !== null) entry.next.prev = entry.prev;
    else if (this.#last === entry) this.#last = entry.prev;
    entry.prev = null;
    entry.next = null;
  }
}
