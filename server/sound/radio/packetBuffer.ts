/** Buffered packets, 30 s: those not played yet and some that were, for players that join or come back. */
const CAPACITY = 1500;

/** Ring of the last packets of a stream, numbered from its beginning. */
export class PacketBuffer {
  #packets: Uint8Array[] = [];
  #first: number;

  /** @param first number of the first packet */
  constructor(first = 0) {
    this.#first = first;
  }

  /** Number of the oldest buffered packet. */
  get first(): number {
    return this.#first;
  }
  /** Number of the next packet. */
  get end(): number {
    return this.#first + this.#packets.length;
  }

  push(packet: Uint8Array): void {
    this.#packets.push(packet);
    // Trimmed in blocks: removing one packet at a time from the front of a long array costs more.
    if (this.#packets.length < CAPACITY * 1.2) return;
    const over = this.#packets.length - CAPACITY;
    this.#packets = this.#packets.slice(over);
    this.#first += over;
  }

  /** Reads up to `count` packets from a number on. */
  read(from: number, count: number): Uint8Array[] {
    const at = Math.max(0, from - this.#first);
    return this.#packets.slice(at, at + count);
  }
}
