import type { RtpCodec } from '../../../../contract/entities/terminals/foreign.ts';

/** Tones that a caller hears: asked for a code, for its PIN, on the air, heard by a terminal, heard by none, a station rings, done, refused. */
export const toneNames = ['code', 'pin', 'on_air', 'heard', 'nobody', 'ringing', 'done', 'refused'] as const;
export type ToneName = (typeof toneNames)[number];

/** Place and coding of the sound of the other side. */
export interface RemoteSound {
  /** Addresses from which its packets are read. */
  addresses: string[];
  address: string;
  port: number;
  codec: RtpCodec;
  payload_type: number;
  /** Payload type of telephone events (RFC 4733); null: none. */
  event_type: number | null;
  /** Keys of both directions (SRTP); null: the sound is not encrypted. */
  srtp: { send: Uint8Array; receive: Uint8Array } | null;
}

/** How a stream is mixed with others. */
export type HeardMix = 'speech' | 'programme';

/** Message of the server to the process of the sound of telephone calls. */
export type ToPhoneProcess =
  /** Opens the UDP port of a call: the first free one of a range; `first_port` 0: any. */
  | { type: 'open'; call: number; first_port: number }
  | { type: 'remote'; call: number; remote: RemoteSound }
  | { type: 'tone'; call: number; tone: ToneName }
  /** Passes the sound of the caller on, or no longer. */
  | { type: 'listen'; call: number; is_on: boolean }
  /** Opus packet of 20 ms that the caller hears now; speech lowers the programme under it. */
  | { type: 'hear'; call: number; stream: number; mix: HeardMix; packet: Uint8Array }
  | { type: 'close'; call: number };

/** Message of that process. */
export type FromPhoneProcess =
  /** UDP port of a call; null: no port of the range is free. */
  | { type: 'opened'; call: number; port: number | null }
  | { type: 'digit'; call: number; digit: string }
  /** Opus packet of 20 ms. */
  | { type: 'packet'; call: number; packet: Uint8Array };

/** Calls at the same time, and so ports of the range; each has an even one. */
export const MAX_CALLS = 20;
