import type { GroupPage } from '../../../../contract/entities/terminals/multicast/groupPage.ts';
import { encodePage, type PageCodec, type PageHeader, pageOp } from './groupPagePacket.ts';

/** Times of a page as its makers state them (docs/protocols/group-page.md). */
const ALERTS = 31;
const ENDS = 12;
const REPEAT_US = 30_000;
const END_DELAY_US = 50_000;
/** Time after the last sound at which the page ends: longer than gaps that are filled with silence. */
const IDLE_US = 250_000;
/** Packets of the end that are sent at once when the process closes. */
const LAST_ENDS = 3;

/** Time from the beginning of a page to its first sound, µs. */
export const ALERT_US = ALERTS * REPEAT_US;

interface Sound {
  at_us: number;
  bytes: Uint8Array;
  timestamp: number;
}

/**
 * Page on one channel: alerts, sound whose packets repeat the frame before, and ends. All sound of a page is delayed by
 * the time of its alerts, so that nothing of it is lost. Times are media times, µs.
 */
export class PageSession {
  readonly #header: PageHeader;
  readonly #codec: PageCodec;
  #phase: 'idle' | 'alert' | 'sound' | 'end' = 'idle';
  /** Repetitions of an alert or end that are still to be sent. */
  #left = 0;
  #nextUs: number | null = null;
  #offsetUs = 0;
  #waiting: Sound[] = [];
  #previous: Uint8Array | null = null;

  constructor({ codec, ...header }: PageHeader & Pick<GroupPage, 'codec'>) {
    this.#header = header;
    this.#codec = codec;
  }

  /** Time of the next packet; null: there is no page. */
  get nextUs(): number | null {
    return this.#nextUs;
  }

  add(sound: Sound, nowUs: number): void {
    if (this.#phase === 'idle' || this.#phase === 'end') {
      this.#phase = 'alert';
      this.#left = ALERTS;
      this.#nextUs = nowUs;
      this.#offsetUs = nowUs + ALERT_US - sound.at_us;
      this.#previous = null;
    } else if (this.#phase === 'sound' && this.#waiting.length === 0) this.#nextUs = this.#dueOf(sound);
    this.#waiting.push(sound);
  }

  /** Ends the page at once; sound that waits is discarded. */
  end(nowUs: number): void {
    if (this.#phase !== 'alert' && this.#phase !== 'sound') return;
    this.#waiting = [];
    this.#phase = 'end';
    this.#left = ENDS;
    this.#nextUs = nowUs + END_DELAY_US;
  }

  /** Packets that are due. */
  take(nowUs: number): Uint8Array[] {
    const packets: Uint8Array[] = [];
    while (this.#nextUs !== null && this.#nextUs <= nowUs) {
      const packet = this.#phase === 'sound' ? this.#sound(this.#nextUs) : this.#repeated(this.#nextUs);
      if (packet !== null) packets.push(packet);
    }
    return packets;
  }

  /** Packets that end the page when no more can be sent later. */
  last(): Uint8Array[] {
    if (this.#phase === 'idle') return [];
    this.#phase = 'idle';
    this.#nextUs = null;
    this.#waiting = [];
    return Array.from({ length: LAST_ENDS }, () => encodePage(pageOp.end, this.#header));
  }

  #dueOf({ at_us }: Sound): number {
    return at_us + this.#offsetUs;
  }

  #repeated(atUs: number): Uint8Array {
    const isAlert = this.#phase === 'alert';
    this.#left--;
    this.#nextUs = atUs + REPEAT_US;
    if (this.#left === 0) {
      this.#phase = isAlert ? 'sound' : 'idle';
      if (!isAlert) this.#nextUs = null;
    }
    return encodePage(isAlert ? pageOp.alert : pageOp.end, this.#header);
  }

  #sound(atUs: number): Uint8Array | null {
    const sound = this.#waiting.shift();
    if (sound === undefined) {
      this.end(atUs - END_DELAY_US);
      return null;
    }
    const [next] = this.#waiting;
    this.#nextUs = next === undefined ? Math.max(atUs, this.#dueOf(sound)) + IDLE_US : this.#dueOf(next);
    const packet = encodePage(pageOp.transmit, this.#header, {
      codec: this.#codec,
      timestamp: sound.timestamp,
      previous: this.#previous,
      current: sound.bytes,
    });
    this.#previous = sound.bytes;
    return packet;
  }
}
