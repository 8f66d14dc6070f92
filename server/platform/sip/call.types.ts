import type { Credentials } from './digest.ts';
import type { Hop, LocalEnd } from './hop.types.ts';
import type { AcceptedSound, OfferedFormat } from './sdp.ts';
import type { Headers } from './sipMessage.ts';

/** State of a call. `refused`: it was never answered; `lost`: the other side ended it, or no longer knows it. */
export type CallState =
  | { kind: 'calling' | 'ringing' | 'closed' }
  /** `master`: key of the sound that this side sends; null: it is not encrypted. */
  | { kind: 'answered'; sound: AcceptedSound; master: Uint8Array | null }
  | { kind: 'refused' | 'lost'; status: number; reason: string };

export interface CallSettings {
  uri: string;
  hop: Hop;
  local: LocalEnd;
  /** Address of this side, such as `sip:tocsin@10.0.0.2`. */
  from: string;
  /** Headers that ask for an answer at once. */
  headers: Headers;
  formats: readonly OfferedFormat[];
  /** Description of the own sound. */
  offer: string;
  /** Description with the key of the own sound, which is offered first; null: encryption is not offered. */
  secure: { offer: string; master: Uint8Array } | null;
  credentials: Credentials | null;
  /** Time for which it rings at most, ms. */
  ringMs: number;
  /** Interval at which the other side is asked whether it still knows the call, ms. */
  refreshMs: number;
}
