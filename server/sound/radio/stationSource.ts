import { START_LEAD_US } from '../../../contract/protocol/frames.ts';
import { type Pace, SILENCE_PACKET, type Source, type SourceError } from '../source/source.ts';
import type { Station } from './station.ts';

/** Packets are sent this far ahead of being heard, µs: less than for a file, as a station has no more. */
const LEAD_US = 1_000_000;
/** Below this lead it stops waiting and sends silence instead, µs. */
const LAST_CALL_US = 300_000;
/** Packets behind the newest sound at which a player joins, and packets that must be buffered after a gap. */
const JOIN_BEHIND = 150;
const REFILL = 100;
/** Limits of waiting for the first sound: packets, ms. */
const FIRST_PACKETS = 60;
const FIRST_MS = 4_000;
/** Packets that were sent ahead and flushed when a segment ends. */
const TAKEN_BACK = 45;

/** Source of one segment of a broadcast that plays a station; it gives silence while no packets arrive. */
export class StationSource implements Source {
  readonly pace: Pace = { startUs: START_LEAD_US, leadUs: LEAD_US, packets: 5 };
  readonly failure: SourceError | null = null;
  /** Number of the next packet. */
  next = 0;
  /** Silent packets sent because none arrived. */
  silence = 0;
  readonly #station: Station;
  readonly #onClose: (next: number) => void;
  readonly #goesOnAt: number | null;
  readonly #waitMs: number;
  #refilling = false;
  #closed = false;

  /**
   * @param stretch `goesOnAt`: position where the previous segment ended, in a stream of limited length;
   * otherwise it starts near the newest sound. `waitMs`: maximum time to wait for the first sound
   * @param onClose called once with the end position of this segment
   */
  constructor(
    station: Station,
    stretch: { goesOnAt?: number | null; waitMs?: number },
    onClose: (next: number) => void,
  ) {
    this.#station = station;
    this.#goesOnAt = stretch.goesOnAt ?? null;
    this.#waitMs = stretch.waitMs ?? FIRST_MS;
    this.#onClose = onClose;
  }

  async prepare(): Promise<void> {
    await this.#station.filled(FIRST_PACKETS, this.#waitMs);
    const { first, end } = this.#station.reserve;
    const wanted = this.#goesOnAt === null ? end - JOIN_BEHIND : this.#goesOnAt - TAKEN_BACK;
    const isBegun = this.#goesOnAt !== null || !this.#station.finite;
    this.next = Math.max(first, isBegun ? wanted : 0);
    if (!this.#closed) this.#station.join(this);
  }

  get finished(): boolean {
    return this.#station.state.kind === 'ended' && this.next >= this.#station.reserve.end;
  }

  get starved(): boolean {
    return this.#refilling;
  }

  /** Title of the current sound, for the view of the task. */
  get title(): string {
    const { station, title } = this.#station.facts;
    return [station, title].filter((text) => text !== '').join(' · ');
  }

  take(count: number, aheadUs: number): Uint8Array[] {
    const { reserve, state } = this.#station;
    // Delayed for longer than the buffer lasts: the missed packets are skipped.
    if (this.next < reserve.first) this.next = reserve.first;
    const there = reserve.end - this.next;
    if (this.#refilling && (there >= REFILL || state.kind === 'ended')) this.#refilling = false;
    if (there > 0 && !this.#refilling) {
      const packets = reserve.read(this.next, count);
      this.next += packets.length;
      this.#station.steer();
      return packets;
    }
    if (this.finished || aheadUs > LAST_CALL_US) return [];
    this.#refilling = true;
    this.silence += count;
    return Array.from({ length: count }, () => SILENCE_PACKET);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#station.leave(this);
    this.#onClose(this.next);
  }
}
