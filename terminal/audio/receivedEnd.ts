import { PACKET_US } from '../../contract/protocol/audio.ts';
import type { AudioFrame } from '../../contract/protocol/frames.ts';

/** Ends of the received sound of each stream, by media time: the server continues there after a lost connection. */
export class ReceivedEnd {
  readonly #ends = new Map<number, number>();

  /** End of a stream's sound, µs; null: none was received, or it was flushed. */
  of(stream: number): number | null {
    return this.#ends.get(stream) ?? null;
  }

  received({ stream, at_us, packets }: AudioFrame): void {
    this.#ends.set(stream, at_us + packets.length * PACKET_US);
  }

  flush(stream: number, fromUs: number): void {
    const end = this.#ends.get(stream);
    if (end !== undefined) this.#ends.set(stream, Math.min(end, fromUs));
  }

  forget(stream: number): void {
    this.#ends.delete(stream);
  }

  clear(): void {
    this.#ends.clear();
  }
}
