/**
 * The part of the terminal protocol that needs no schema library: its constants and its binary frames. Apart
 * from terminal.ts so that a terminal page stays small.
 */
export const PROTOCOL_VERSION = 1;

/** Time without a message after which a terminal is offline (shown within 10 s), milliseconds. */
export const PRESENCE_TIMEOUT_MS = 8_000;
/** Interval of the reports of a terminal, milliseconds. */
export const REPORT_INTERVAL_MS = 1_000;
/** Time after which a connection without a hello is closed, milliseconds. */
export const HELLO_TIMEOUT_MS = 5_000;
/** Request number of a talk that was dialled (a quick code) instead of requested by `talk.start`. */
export const DIALLED = 0;
/** Limits of one connection, which is closed when it exceeds them: messages per second, bytes of one message. */
export const MAX_MESSAGES_PER_S = 200;
export const MAX_MESSAGE_BYTES = 1_048_576;
/**
 * Limits of the lead of a start, µs. The longest also applies to terminals that do not report what they need. The
 * shortest is longer than the sound that is still played after a stop, so that two broadcasts never overlap.
 */
export const START_LEAD_US = 200_000;
export const LEAST_LEAD_US = 60_000;
/** Furthest ahead of playback that a file programme is sent to a terminal that does not announce `ahead_ms`, µs. */
export const MAX_LEAD_US = 2_000_000;
/**
 * Furthest ahead that it is sent to any terminal, µs: longer than a restart of the server takes, so that nobody hears
 * it.
 */
export const LONGEST_LEAD_US = 10_000_000;
/** Largest `ahead_ms` of a hello, and most streams in its `held`. */
export const MAX_AHEAD_MS = 60_000;
export const MAX_HELD_STREAMS = 8;
/** Most addresses of servers in `welcome`. */
export const MAX_SERVERS = 16;
/** Largest delay and card buffer in a report, µs. */
export const MAX_DELAY_US = 10_000_000;

/**
 * Features that a server announces in `welcome`, so that newer terminals know its abilities. `unknown`: it counts and
 * ignores messages of unknown type from a welcomed terminal. `held`: it continues what a reconnected terminal still
 * has (`held` and `ahead_ms` of `hello`).
 */
export const SERVER_FEATURES = ['unknown', 'held'] as const;
/** Largest message of unknown type that is ignored, bytes; a larger one is refused as garbage. */
export const MAX_UNKNOWN_BYTES = 65_536;

/** Feature of a terminal that plays two streams at once, the programme lowered under the speech. */
export const MIX_FEATURE = 'mix';

/** Feature of a terminal that stores a new secret when the server sends one. */
export const RENEW_FEATURE = 'renew';
/** Feature of a terminal that this server can administer over the terminal's own connection. */
export const MANAGED_FEATURE = 'managed';
/** Most other streams in a report. */
export const MAX_OTHER_STREAMS = 4;

/** WebSocket close codes of the server in addition to those of RFC 6455. */
export const closeCode = {
  /** Close after `refused`. */
  refused: 4000,
  /** Close after `refused` with the code `locked_out`. */
  lockedOut: 4001,
} as const;

/** Service type under which a server announces itself on the local network: `_tocsin._tcp` (DNS-SD). */
export const SERVICE_TYPE = 'tocsin';

/** First byte of a binary frame. */
export const FRAME_AUDIO = 1;
/** Bytes before the packets of an audio frame. */
export const AUDIO_HEADER_BYTES = 16;

export interface AudioFrame {
  stream: number;
  /** Media time at which the first packet is to be heard, µs; each next one 20 ms later. */
  at_us: number;
  packets: Uint8Array[];
}

/**
 * Audio frame: u8 kind = 1, u8 packet count, u16 zero, u32 stream, u64 media time µs, then per packet
 * u16 length and its bytes; all big-endian.
 */
export function encodeAudioFrame(frame: AudioFrame): Uint8Array<ArrayBuffer> {
  const body = frame.packets.reduce((n, p) => n + 2 + p.byteLength, 0);
  const bytes = new Uint8Array(AUDIO_HEADER_BYTES + body);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FRAME_AUDIO);
  view.setUint8(1, frame.packets.length);
  view.setUint32(4, frame.stream);
  view.setBigUint64(8, BigInt(frame.at_us));
  let at = AUDIO_HEADER_BYTES;
  for (const packet of frame.packets) {
    view.setUint16(at, packet.byteLength);
    bytes.set(packet, at + 2);
    at += 2 + packet.byteLength;
  }
  return bytes;
}

/** Reads an audio frame; null when the bytes are not one (another kind, or cut short). Packets are views. */
export function decodeAudioFrame(bytes: Uint8Array): AudioFrame | null {
  if (bytes.byteLength < AUDIO_HEADER_BYTES || bytes[0] !== FRAME_AUDIO) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packets: Uint8Array[] = [];
  let at = AUDIO_HEADER_BYTES;
  for (let i = 0; i < view.getUint8(1); i++) {
    if (at + 2 > bytes.byteLength) return null;
    const length = view.getUint16(at);
    if (at + 2 + length > bytes.byteLength) return null;
    packets.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return { stream: view.getUint32(4), at_us: Number(view.getBigUint64(8)), packets };
}
