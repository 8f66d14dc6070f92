import type { RtpCodec } from '../../../../contract/entities/terminals/foreign.ts';
import type {
  SipAnswer,
  SipCodec,
  SipTransport,
} from '../../../../contract/entities/terminals/sipTransport.ts';
import type { CallSettings } from '../../../platform/sip/call.types.ts';
import { newMaster } from '../../../platform/sip/sdes.ts';
import { type OfferedFormat, writeSdp } from '../../../platform/sip/sdp.ts';
import type { Headers } from '../../../platform/sip/sipMessage.ts';
import { PACKET_MS } from '../calls/calledLoudspeaker.ts';
import type { SipPlace } from './sipPlace.ts';
import type { SipTimes } from './sipTimes.ts';

interface CallFormat extends OfferedFormat {
  codec: RtpCodec;
}

const all: readonly CallFormat[] = [
  { codec: 'opus', payloadType: 97, rtpmap: 'opus/48000/2' },
  { codec: 'g722', payloadType: 9, rtpmap: 'G722/8000' },
  { codec: 'pcma', payloadType: 8, rtpmap: 'PCMA/8000' },
  { codec: 'pcmu', payloadType: 0, rtpmap: 'PCMU/8000' },
];

/** Formats that a call offers, the best first. */
export function formatsOf(codec: SipCodec): CallFormat[] {
  return all.filter((one) => codec === 'any' || one.codec === codec);
}

/** Codec of a format that was accepted. */
export function codecOf({ payloadType }: OfferedFormat): RtpCodec {
  return all.find((one) => one.payloadType === payloadType)?.codec ?? 'pcmu';
}

/** Headers by which phones of different makers answer at once. */
export function answerHeaders(answer: SipAnswer, host: string): Headers {
  switch (answer) {
    case 'none':
      return [];
    case 'call_info':
      return [['Call-Info', `<sip:${host}>;answer-after=0`]];
    case 'alert_info':
      return [['Alert-Info', `<http://${host}>;info=alert-autoanswer`]];
    case 'auto_answer':
      return [['Alert-Info', 'Auto Answer']];
    case 'intercom':
      return [['Alert-Info', 'Intercom']];
    case 'answer_mode':
      return [['Answer-Mode', 'Auto']];
  }
}

/** Settings of a call to a loudspeaker or a phone. @param port UDP port of the sound of this side */
export function callSettings(
  { codec, answer, protocol }: Pick<SipTransport, 'codec' | 'answer' | 'protocol'>,
  { uri, from, hop, local }: SipPlace,
  port: number,
  { ringMs, refreshMs }: Pick<SipTimes, 'ringMs' | 'refreshMs'>,
): CallSettings {
  const formats = formatsOf(codec);
  const session = Math.floor(Date.now() / 1000);
  const own = { address: local.address, port, session, formats, packetMs: PACKET_MS };
  // A key is only offered where others cannot read it on its way.
  const master = protocol === 'tls' ? newMaster() : null;
  return {
    ...{ uri, from, hop, local, formats, ringMs, refreshMs, credentials: null },
    headers: answerHeaders(answer, local.address),
    offer: writeSdp(own),
    secure: master && { master, offer: writeSdp({ ...own, crypto: { tag: 1, master } }) },
  };
}
