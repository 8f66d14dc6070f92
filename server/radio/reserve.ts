/** Packets kept, 30 s: those that were not played yet and some that were, for who joins or comes back. */
const CAPACITY = 1500;

/** The last packets of a stream, numbered from its beginning. */
export class Reserve {
  #packets: Uint8Array[] = [];
  #first: number;

  /** @param first number of the packet that comes first */
  constructor(first = 0) {
    this.#first = first;
  }

  /** Number of the oldest packet that is kept. */
  get first(): number {
    return this.#first;
  }
  /** Number of the packet that comes next. */
  get end(): number {
    return this.#first + this.#packets.length;
  }

  push(packet: Uint8Array): void {
    this.#packets.push(packet);
    // In one go now and then: taking one off the front of a long list each time costs more.
    if (this.#packets.length < CAPACITY * 1.2) return;
    const over = this.#packets.length - CAPACITY;
    this.#packets = this.#packets.slice(over);
    this.#first += over;
  }

  /** Up to `count` packets from a number on. */
  read(from: number, count: number): Uint8Array[] {
    const at = Math.max(0, from - this.#first);
    return this.#packets.slice(at, at + count);
  }
}
