import type { SoundCodec } from '../../../../contract/entities/terminals/foreign.ts';
import type { Refused } from '../../terminals/gateway/terminals.types.ts';
import type { RtpTarget } from '../sender.types.ts';

/** State of a call. `taking`: sound may be sent, and it is neither accepted nor refused yet. */
export type SoundCallState =
  | { kind: 'calling' | 'ringing' | 'closed' }
  | { kind: 'taking' | 'answered'; codec: SoundCodec; to: RtpTarget | null }
  | { kind: 'refused' | 'lost'; status: number };

/** Call to a loudspeaker that takes sound while it lasts: by SIP, or a connection by HTTP or RTSP. */
export interface SoundCall {
  /** Number of the call at the process that sends its sound. */
  readonly id: number;
  readonly state: SoundCallState;
  hangUp(): void;
}

/** Way to call a loudspeaker. */
export interface Dialler {
  readonly address: string;
  readonly delayMs: number;
  /** Protocol of the statuses of refusals. */
  readonly protocol: Refused['protocol'];
  /**
   * Calls it. Null: this is not possible now.
   * @param changed called with each new state of this call
   * @throws the error of the system
   */
  dial(changed: (call: SoundCall) => void): Promise<SoundCall | null>;
}

/** Times of calls, ms. */
export interface CallTimes {
  /** First wait before a loudspeaker is called again; it doubles up to `longestRetryMs`. */
  retryMs: number;
  longestRetryMs: number;
  /** Time for which a call is kept after the last sound, so that the next one needs no call. */
  keptMs: number;
}
