import type { CallEnd } from '../../../../../contract/protocol/call.ts';

/** SIP call of a phone by which its station takes part in a call of stations. */
export interface StationCall {
  /** Connects it: the other side has answered. */
  connected(): void;
  /** Lets the phone hear that the other side rings. */
  calling(): void;
  /** Plays an Opus packet of 20 ms at the phone. */
  hear(stream: number, packet: Uint8Array): void;
  /** Ends it from this side. */
  hangUp(reason: CallEnd | null): void;
}
