import { PACKET_US, SAMPLE_RATE } from '../../contract/audio.ts';

/**
 * Counts the packets of one stream since it opened (docs/terminal-protocol.md, "Report"), and what its card missed of it. A stream is
 * continuous: what is missing between two packets, or before its close, was lost, unless a flush lies between.
 */
export class StreamCounter {
  received = 0;
  lost = 0;
  late = 0;
  /** Times at which the card was to take its sound and took none, and how many samples that were. */
  gaps = 0;
  private missed = 0;
  /** Media time at which the next packet is expected; null after a flush, until one comes. */
  private expected: number | null;

  constructor(fromUs: number) {
    this.expected = fromUs;
  }

  /** A packet for media time `atUs` has come while `headUs` was the next to be played (null: not known). */
  packet(atUs: number, headUs: number | null): void {
    this.received++;
    if (headUs !== null && atUs < headUs) this.late++;
    this.missing(atUs);
    if (this.expected === null || atUs >= this.expected) this.expected = atUs + PACKET_US;
  }

  get missedMs(): number {
    return Math.round((this.missed * 1e3) / SAMPLE_RATE);
  }

  /** The card took nothing in place of so many samples; `isNew`: it took some right before. */
  miss(samples: number, isNew: boolean): void {
    if (isNew) this.gaps++;
    this.missed += samples;
  }

  /** Where the next packet belongs is open again. */
  flush(): void {
    this.expected = null;
  }

  /** The stream ends at media time `atUs`. */
  close(atUs: number): void {
    this.missing(atUs);
    this.expected = null;
  }

  private missing(atUs: number): void {
    if (this.expected !== null) this.lost += Math.max(0, Math.floor((atUs - this.expected) / PACKET_US));
  }
}
