import type { ForeignTransport } from '../../../contract/entities/terminals/foreign.ts';

/** Message of the server to the sender process. Times are media times, µs. */
export type ToSender =
  /** Place of the media clock on the monotonic clock of this machine, µs. */
  | { type: 'clock'; origin_us: number }
  /** Opens a group, or changes how it is sent. */
  | { type: 'group'; key: string; transport: ForeignTransport }
  | { type: 'end'; key: string }
  /** Packets of a stream, 20 ms each, which the group plays while it is routed to that stream. */
  | { type: 'frame'; key: string; stream: number; at_us: number; packets: Uint8Array[] }
  /** Discards packets of a stream from a time on. */
  | { type: 'cut'; key: string; stream: number; from_us: number }
  /** Plays a stream (null: nothing) from a time on, at a gain of 0 to 1. */
  | { type: 'route'; key: string; from_us: number; stream: number | null; gain: number };

/** Message of the sender process. */
export type FromSender =
  /** State of a group; `error` is the code of the system's error, null: packets can be sent. */
  { type: 'state'; key: string; error: string | null };
