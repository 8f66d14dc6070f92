import type { AcceptedSound } from '../../../platform/sip/sdp.ts';
import { codecOf } from '../../../site/foreign/sip/sipOffer.ts';
import type { RemoteSound } from './phoneSound.types.ts';

/**
 * Describes the sound of the other side of a call.
 *
 * @param master key of the sound that this side sends; null: not encrypted
 * @param addresses addresses from which its packets are read, with that of its description
 */
export function remoteSound(
  { address, port, payloadType, format, eventType, crypto }: AcceptedSound,
  master: Uint8Array | null,
  addresses: readonly string[],
): RemoteSound {
  return {
    ...{ addresses: [...addresses, address], address, port },
    ...{ codec: codecOf(format), payload_type: payloadType, event_type: eventType },
    srtp: crypto && master && { send: master, receive: crypto.master },
  };
}
