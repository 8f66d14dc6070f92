import type { SipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import type { CallState } from '../../../platform/sip/call.types.ts';
import { OutgoingCall } from '../../../platform/sip/outgoingCall.ts';
import type { UserAgent } from '../../../platform/sip/userAgent.ts';
import type { Dialler, SoundCall, SoundCallState } from '../calls/soundCall.types.ts';
import { callSettings, codecOf } from './sipOffer.ts';
import { placeOf } from './sipPlace.ts';
import type { SipTimes } from './sipTimes.ts';

function stateOf(state: CallState): SoundCallState {
  if (state.kind !== 'answered') return state;
  const { master, sound } = state;
  const { address, port, payloadType, format } = sound;
  return {
    kind: 'answered',
    codec: codecOf(format),
    to: { address, port, payload_type: payloadType, master },
  };
}

/**
 * Creates the way to call a loudspeaker by SIP.
 * @param id number of its calls, of which there is one at a time
 */
export function sipDialler(
  id: number,
  transport: SipTransport,
  deps: {
    agent: UserAgent;
    times: SipTimes;
    /** UDP port from which calls are sent; null: not open. */
    rtpPort(): number | null;
  },
): Dialler {
  const { agent, times } = deps;
  return {
    address: transport.uri,
    delayMs: transport.delay_ms,
    protocol: 'SIP',
    async dial(changed) {
      const place = await placeOf(agent, transport);
      const port = deps.rtpPort();
      if (port === null) return null;
      const call = new OutgoingCall(agent, callSettings(transport, place, port, times), () => changed(made));
      const made: SoundCall = {
        id,
        get state() {
          return stateOf(call.state);
        },
        hangUp: () => call.hangUp(),
      };
      return made;
    },
  };
}
