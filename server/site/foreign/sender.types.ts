import type { MulticastTransport, SoundCodec } from '../../../contract/entities/terminals/foreign.ts';
import type { ConnectedTarget, ConnectionState } from './connected/connected.types.ts';

/** Key of the frames of all calls: a stream is handed over once for all of them. */
export const CALLS = 'calls';

/** UDP address to which the RTP packets of a call go. */
export interface RtpTarget {
  address: string;
  port: number;
  /** Payload type that the other side gave the codec. */
  payload_type: number;
  /** Key of its encryption (SRTP); null: none. */
  master: Uint8Array | null;
}

/** Sound of a call: the stream, how it is encoded, and where it goes. Calls with the same coding share it. */
export interface CallSound {
  stream: number;
  gain: number;
  codec: SoundCodec;
  packet_ms: number;
  delay_ms: number;
  /** Null: to the connection that was opened for the call. */
  to: RtpTarget | null;
}

/** Message of the server to the sender process. Times are media times, µs. */
export type ToSender =
  /** Place of the media clock on the monotonic clock of this machine, µs. */
  | { type: 'clock'; origin_us: number }
  /** Opens a group, or changes how it is sent. */
  | { type: 'group'; key: string; transport: MulticastTransport }
  | { type: 'end'; key: string }
  /** Packets of a stream, 20 ms each, which the group plays while it is routed to that stream. */
  | { type: 'frame'; key: string; stream: number; at_us: number; packets: Uint8Array[] }
  /** Discards packets of a stream from a time on. */
  | { type: 'cut'; key: string; stream: number; from_us: number }
  /** Plays a stream (null: nothing) from a time on, at a gain of 0 to 1, by a place of the priority map (0 without one). */
  | { type: 'route'; key: string; from_us: number; stream: number | null; gain: number; level?: number }
  /** Opens the UDP port from which all calls are sent; 0: any. */
  | { type: 'calls'; port: number }
  /** Opens the connection of a call to a loudspeaker that takes sound by HTTP or RTSP. */
  | { type: 'dial'; call: number; target: ConnectedTarget }
  /** Sends a sound (null: none) to a call from a time on. */
  | { type: 'play'; call: number; from_us: number; sound: CallSound | null }
  /** Forgets a call, and closes its connection. */
  | { type: 'hang_up'; call: number };

/** Message of the sender process. */
export type FromSender =
  /** State of a group; `error` is the code of the system's error, null: packets can be sent. */
  | { type: 'state'; key: string; error: string | null }
  /** State of the connection of a call. */
  | { type: 'connection'; call: number; state: ConnectionState }
  /** UDP port from which calls are sent. */
  | { type: 'calls'; port: number };
