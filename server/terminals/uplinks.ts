import { decodeAudioFrame } from '../../contract/frames.ts';
import {
  MAX_UPLINK_PACKET_BYTES,
  MAX_UPLINK_PACKETS,
  UPLINK_BURST,
  UPLINK_PACKETS_PER_S,
} from '../../contract/talk.ts';

/** Takes live packets; `LiveFeed` of server/broadcast is one. */
export interface PacketSink {
  push(packet: Uint8Array): void;
}

interface Granted {
  /** Null: closed again; what is still on its way is ignored. */
  sink: PacketSink | null;
  /** Media time of the newest packet, by the sender's clock, µs. */
  last_us: number;
  /** The least that the sender's clock was behind ours, µs: the fastest way here. */
  least_us: number;
}

/** Streams of a connection that are remembered after their end, so that late frames are no fault. */
const MAX_REMEMBERED = 64;
/** A packet that took so much longer than the fastest one is old news and left out, µs. */
const STALE_US = 500_000;

/**
 * Whether these bytes are one Opus packet of 20 ms, mono, in one frame (RFC 6716, 3.1): another length would put
 * everybody who plays it out of step.
 */
export function isLivePacket(packet: Uint8Array): boolean {
  const [toc] = packet;
  if (toc === undefined || packet.byteLength > MAX_UPLINK_PACKET_BYTES) return false;
  const config = toc >> 3;
  const duration = config < 12 ? config % 4 === 1 : config < 16 ? config % 2 === 1 : config % 4 === 3;
  return duration && (toc & 0b111) === 0;
}

/** The streams that one connection may send up, and what it sends (docs/terminal-protocol.md, "Sending sound"). */
export class Uplinks {
  readonly #streams = new Map<number, Granted>();
  readonly #now: () => number;
  #tokens = UPLINK_BURST;
  #tokensAt: number;
  /** Packets left out because they came too late or out of order. */
  skipped = 0;

  /** `now`: monotonic µs. */
  constructor(now: () => number = () => performance.now() * 1000) {
    this.#now = now;
    this.#tokensAt = now();
  }

  /** Lets it send on a stream; what comes goes to the sink. */
  grant(stream: number, sink: PacketSink): void {
    this.#streams.delete(stream);
    this.#streams.set(stream, {
      sink,
      last_us: Number.NEGATIVE_INFINITY,
      least_us: Number.POSITIVE_INFINITY,
    });
    for (const [number, granted] of this.#streams)
      if (this.#streams.size > MAX_REMEMBERED && granted.sink === null) this.#streams.delete(number);
  }

  /** Nothing more is taken on a stream. */
  revoke(stream: number): void {
    const granted = this.#streams.get(stream);
    if (granted !== undefined) granted.sink = null;
  }

  /** A binary message. @returns false when it is no frame of live sound, not granted, or too much */
  take(bytes: Uint8Array): boolean {
    const frame = decodeAudioFrame(bytes);
    if (frame === null || frame.packets.length === 0 || frame.packets.length > MAX_UPLINK_PACKETS)
      return false;
    const granted = this.#streams.get(frame.stream);
    if (granted === undefined || !frame.packets.every(isLivePacket) || !this.#pay(frame.packets.length))
      return false;
    const behind_us = this.#now() - frame.at_us;
    granted.least_us = Math.min(granted.least_us, behind_us);
    if (frame.at_us <= granted.last_us || behind_us - granted.least_us > STALE_US) {
      this.skipped += frame.packets.length;
      return true;
    }
    granted.last_us = frame.at_us;
    for (const packet of frame.packets) granted.sink?.push(packet);
    return true;
  }

  #pay(packets: number): boolean {
    const now = this.#now();
    const earned = ((now - this.#tokensAt) * UPLINK_PACKETS_PER_S) / 1e6;
    this.#tokens = Math.min(UPLINK_BURST, this.#tokens + earned) - packets;
    this.#tokensAt = now;
    return this.#tokens >= 0;
  }
}
