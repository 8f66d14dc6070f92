import { PACKET_US, PACKETS_PER_MESSAGE } from '../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../contract/protocol/frames.ts';
import type { TerminalLink } from './link.ts';
import type { MediaTime } from './mediaTime.ts';
import { readPackets } from './samples.ts';

/** Furthest ahead of its media time that sound is sent, µs. */
const AHEAD_US = 1_000_000;
/** Audio after which the server sends a ping, bytes. */
const PING_BYTES = 8 * 1024;
const TURN_MS = 10;

const tone = readPackets('tone');
const speech = readPackets('speech');
/** Packet `n` of an endless sound: the second half of its sample is repeated. */
const endless = (packets: readonly Uint8Array[], n: number) =>
  packets[n < 25 ? n : 25 + (n % 25)] as Uint8Array;
/** Packet `n` of an endless sine of 1 kHz. */
export const tonePacket = (n: number): Uint8Array => endless(tone, n);
/** Packet `n` of an endless voiced sound, as live speech is encoded. */
export const speechPacket = (n: number): Uint8Array => endless(speech, n);

export interface Programme {
  stream: number;
  /** Media time of packet 0. */
  fromUs: number;
  /** Number of the first packet that is sent. */
  first?: number;
  packet?(n: number): Uint8Array;
  /** Packets that are never sent. */
  omitted?: ReadonlySet<number>;
  perFrame?: number;
  /** Furthest ahead of its media time that it is sent, µs. */
  aheadUs?: number;
}

/** Sends the packets of one stream in time, over one connection after the other. */
export class StreamSender {
  readonly #link: TerminalLink;
  readonly #clock: MediaTime;
  readonly #programme: Programme;
  #next: number;
  #sinceBytes = 0;
  #pausedUntilUs = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(link: TerminalLink, clock: MediaTime, programme: Programme) {
    this.#link = link;
    this.#clock = clock;
    this.#programme = programme;
    this.#next = programme.first ?? 0;
    this.#timer = setInterval(() => this.#turn(), TURN_MS);
    this.#turn();
  }

  /** Media time at which the sound sent so far ends, µs. */
  get untilUs(): number {
    return this.#programme.fromUs + this.#next * PACKET_US;
  }

  /** Sends nothing before media time `us`; what was due by then is sent at once. */
  pauseUntil(us: number): void {
    this.#pausedUntilUs = us;
  }

  /** Continues at the packet that is due at media time `us`, after a flush. */
  seek(us: number): void {
    this.#next = Math.ceil((us - this.#programme.fromUs) / PACKET_US);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #turn(): void {
    const now = this.#clock.us();
    if (!this.#link.isOpen) this.stop();
    if (!this.#link.isOpen || now < this.#pausedUntilUs) return;
    const {
      stream,
      packet = tonePacket,
      omitted,
      perFrame = PACKETS_PER_MESSAGE,
      aheadUs = AHEAD_US,
    } = this.#programme;
    while (this.untilUs < now + aheadUs) {
      const at_us = this.untilUs;
      const packets: Uint8Array[] = [];
      if (omitted?.has(this.#next)) this.#next++;
      else while (packets.length < perFrame && !omitted?.has(this.#next)) packets.push(packet(this.#next++));
      if (packets.length === 0) continue;
      const bytes = encodeAudioFrame({ stream, at_us, packets });
      this.#link.sendBytes(bytes);
      this.#sinceBytes += bytes.length;
      if (this.#sinceBytes < PING_BYTES) continue;
      this.#sinceBytes = 0;
      void this.#link.ping();
    }
  }
}
