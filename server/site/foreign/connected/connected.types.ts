import type { ConnectedTransport, SoundCodec } from '../../../../contract/entities/terminals/foreign.ts';

/** Loudspeaker to which a connection is opened. */
export interface ConnectedTarget {
  transport: ConnectedTransport;
  /** Password of its account; null: none is stored. */
  password: string | null;
}

/**
 * State of a connection. `taking`: sound is sent, and the loudspeaker has neither accepted nor refused it; `refused`: it
 * was never accepted; `lost`: it cannot be reached, or has ended the connection.
 */
export type ConnectionState =
  | { kind: 'taking' | 'answered'; codec: SoundCodec }
  | { kind: 'refused'; status: number }
  | { kind: 'lost'; error: string };

/** Status of a refusal whose reason is that there is no common codec: that of HTTP and RTSP. */
export const NO_CODEC = 415;
