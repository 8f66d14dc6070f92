import { START_LEAD_US } from '../../contract/frames.ts';
import { type Pace, SILENCE_PACKET, type Source, type SourceError } from '../broadcast/source.ts';
import type { Station } from './station.ts';

/** Packets are sent this far ahead of being heard: less than of a file, for a station has no more, µs. */
const LEAD_US = 1_000_000;
/** Nearer than this it may not be waited any longer: silence is sent instead, µs. */
const LAST_CALL_US = 300_000;
/** Who joins a running station begins so far before its newest sound; after a hole so much must be there: packets. */
const JOIN_BEHIND = 150;
const REFILL = 100;
/** What a first sound waits for, and no longer than that: packets, ms. */
const FIRST_PACKETS = 60;
const FIRST_MS = 4_000;
/** What was sent ahead and taken back when a stretch ends, packets. */
const TAKEN_BACK = 45;

/** One stretch of a broadcast that plays a station (design 7, "Sources"). Where nothing comes, it gives silence. */
export class StationSource implements Source {
  readonly pace: Pace = { start_us: START_LEAD_US, lead_us: LEAD_US, packets: 5 };
  readonly failure: SourceError | null = null;
  /** Number of the packet that is given next. */
  next = 0;
  /** Silent packets that were given because nothing came. */
  silence = 0;
  readonly #station: Station;
  readonly #onClose: (next: number) => void;
  readonly #goesOnAt: number | null;
  readonly #waitMs: number;
  #refilling = false;
  #closed = false;

  /**
   * @param stretch `goesOnAt`: where the stretch before ended, in a stream of a certain length, else near the newest
   * sound; `waitMs`: how long the first sound may be waited for
   * @param onClose told once, with where this stretch ends
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

  /** What plays, for whoever looks at the task. */
  get title(): string {
    const { station, title } = this.#station.facts;
    return [station, title].filter((text) => text !== '').join(' · ');
  }

  take(count: number, ahead_us: number): Uint8Array[] {
    const { reserve, state } = this.#station;
    // Held up for longer than the reserve lasts: what was missed is over.
    if (this.next < reserve.first) this.next = reserve.first;
    const there = reserve.end - this.next;
    if (this.#refilling && (there >= REFILL || state.kind === 'ended')) this.#refilling = false;
    if (there > 0 && !this.#refilling) {
      const packets = reserve.read(this.next, count);
      this.next += packets.length;
      this.#station.steer();
      return packets;
    }
    if (this.finished || ahead_us > LAST_CALL_US) return [];
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
