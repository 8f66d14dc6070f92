import { PACKET_US, SAMPLE_RATE } from '../../contract/protocol/audio.ts';

/**
 * Counts the packets of one stream since it opened (docs/protocols/terminal-protocol.md, "Report"), and its gaps at the card. A
 * stream is continuous: packets missing between two others, or before its close, are lost unless a flush lies
 * between.
 */
export class StreamCounter {
  received = 0;
  lost = 0;
  late = 0;
  /** Number of gaps at which the card took no samples although some were due, and their total length in samples. */
  gaps = 0;
  #missed = 0;
  /** Media time at which the next packet is expected; null after a flush, until one comes. */
  #expected: number | null;

  constructor(fromUs: number) {
    this.#expected = fromUs;
  }

  /** Counts a packet for media time `atUs` received while `headUs` was the next to be played (null: not known). */
  packet(atUs: number, headUs: number | null): void {
    this.received++;
    if (headUs !== null && atUs < headUs) this.late++;
    this.#missing(atUs);
    if (this.#expected === null || atUs >= this.#expected) this.#expected = atUs + PACKET_US;
  }

  get missedMs(): number {
    return Math.round((this.#missed * 1e3) / SAMPLE_RATE);
  }

  /** Counts missed samples of the card; `isNew`: the start of a gap. */
  miss(samples: number, isNew: boolean): void {
    if (isNew) this.gaps++;
    this.#missed += samples;
  }

  /** Resets the expected time of the next packet. */
  flush(): void {
    this.#expected = null;
  }

  /** Ends the stream at media time `atUs`. */
  close(atUs: number): void {
    this.#missing(atUs);
    this.#expected = null;
  }

  #missing(atUs: number): void {
    if (this.#expected !== null) this.lost += Math.max(0, Math.floor((atUs - this.#expected) / PACKET_US));
  }
}
