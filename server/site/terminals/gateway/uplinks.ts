import { decodeAudioFrame } from '../../../../contract/protocol/frames.ts';
import {
  MAX_UPLINK_PACKET_BYTES,
  MAX_UPLINK_PACKETS,
  UPLINK_BURST,
  UPLINK_PACKETS_PER_S,
} from '../../../../contract/protocol/talk.ts';

/** Receiver of live packets, such as `LiveFeed` of server/air/broadcast. */
export interface PacketSink {
  push(packet: Uint8Array): void;
}

interface Granted {
  /** Null: revoked; late packets are ignored. */
  sink: PacketSink | null;
  /** Time of the newest packet, by the sender's clock, µs. */
  lastUs: number;
  /** Minimum delay between the sender's clock and ours, µs: the fastest transmission. It rises by `DRIFT`. */
  minDelayUs: number;
  /** Time at which `minDelayUs` was computed, by our clock, µs. */
  takenUs: number;
}

/** Revoked streams that are remembered, so that late frames are no error. */
const MAX_REMEMBERED = 64;
/** Delay beyond the fastest packet at which a packet is dropped, µs. */
const STALE_US = 500_000;
/** Greatest difference in rate between the clocks of sender and server: two poor crystals. */
const DRIFT = 2e-4;
/**
 * Backward step of the times of packets in order above which the clock of the sender counts as set back, µs. The
 * estimate of its delay then restarts: otherwise all packets until the earlier time would count as out of order.
 */
const STEP_US = 200_000;

const unknownClock = {
  lastUs: Number.NEGATIVE_INFINITY,
  minDelayUs: Number.POSITIVE_INFINITY,
  takenUs: 0,
};

/**
 * Tells if these bytes are one Opus packet of 20 ms, mono, in one frame (RFC 6716, 3.1): another length would
 * put all receivers out of sync.
 */
export function isLivePacket(packet: Uint8Array): boolean {
  const [toc] = packet;
  if (toc === undefined || packet.byteLength > MAX_UPLINK_PACKET_BYTES) return false;
  const config = toc >> 3;
  const duration = config < 12 ? config % 4 === 1 : config < 16 ? config % 2 === 1 : config % 4 === 3;
  return duration && (toc & 0b111) === 0;
}

/**
 * Streams that one connection may send to the server, and their packets (docs/protocols/terminal-protocol.md, "Sending
 * sound").
 */
export class Uplinks {
  readonly #streams = new Map<number, Granted>();
  readonly #now: () => number;
  #tokens = UPLINK_BURST;
  #tokensAt: number;
  /** Number of packets dropped because they were late or out of order. */
  skipped = 0;

  /** @param now monotonic µs */
  constructor(now: () => number = () => performance.now() * 1000) {
    this.#now = now;
    this.#tokensAt = now();
  }

  /** Permits a stream; its packets go to the sink. */
  grant(stream: number, sink: PacketSink): void {
    this.#streams.delete(stream);
    this.#streams.set(stream, { sink, ...unknownClock });
    for (const [number, granted] of this.#streams)
      if (this.#streams.size > MAX_REMEMBERED && granted.sink === null) this.#streams.delete(number);
  }

  /** Ends the permission of a stream. */
  revoke(stream: number): void {
    const granted = this.#streams.get(stream);
    if (granted !== undefined) granted.sink = null;
  }

  /** Takes a packet of a terminal that this server reaches without a connection of its own. */
  push(stream: number, packet: Uint8Array): void {
    this.#streams.get(stream)?.sink?.push(packet);
  }

  /** Handles a binary message. @returns false when it is no frame of live sound, not granted, or over the rate limit */
  take(bytes: Uint8Array): boolean {
    const frame = decodeAudioFrame(bytes);
    if (frame === null || frame.packets.length === 0 || frame.packets.length > MAX_UPLINK_PACKETS)
      return false;
    const granted = this.#streams.get(frame.stream);
    if (
      granted === undefined ||
      !frame.packets.every(isLivePacket) ||
      !this.#takeTokens(frame.packets.length)
    )
      return false;
    if (frame.at_us < granted.lastUs - STEP_US) Object.assign(granted, unknownClock);
    const now = this.#now();
    const behindUs = now - frame.at_us;
    granted.minDelayUs = Math.min(granted.minDelayUs + (now - granted.takenUs) * DRIFT, behindUs);
    granted.takenUs = now;
    if (frame.at_us <= granted.lastUs || behindUs - granted.minDelayUs > STALE_US) {
      this.skipped += frame.packets.length;
      return true;
    }
    granted.lastUs = frame.at_us;
    for (const packet of frame.packets) granted.sink?.push(packet);
    return true;
  }

  #takeTokens(packets: number): boolean {
    const now = this.#now();
    const refilled = ((now - this.#tokensAt) * UPLINK_PACKETS_PER_S) / 1e6;
    this.#tokens = Math.min(UPLINK_BURST, this.#tokens + refilled) - packets;
    this.#tokensAt = now;
    return this.#tokens >= 0;
  }
}
