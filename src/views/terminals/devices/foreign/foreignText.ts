import type { TFunction } from 'i18next';
import type { ForeignTransport, SoundCodec } from '../../../../../contract/entities/terminals/foreign.ts';
import type { ScaleName } from '../../../../../contract/entities/terminals/multicast/priorityMap.ts';
import type { SipAnswer } from '../../../../../contract/entities/terminals/sipTransport.ts';

/** Names of the codecs, which are the same in every language. */
export const codecNames: Record<SoundCodec, string> = {
  pcmu: 'G.711 µ-law',
  pcmu16: 'G.711 µ-law 16 kHz',
  pcma: 'G.711 A-law',
  g722: 'G.722',
  opus: 'Opus',
  l16: 'L16 48 kHz',
};

/** Makers with numbers of their own for multicast addresses, and those numbers. */
export const scaleLabels: Record<Exclude<ScaleName, 'none'>, string> = {
  algo: 'Algo (1–9)',
  axis: 'Axis (1, 2, 3 …)',
  cyberdata: 'CyberData (9–0)',
  grandstream: 'Grandstream (1–10)',
  snom: 'Snom (10–0)',
  yealink: 'Yealink (1–31)',
  zenitel: 'Zenitel (10–1)',
};

/** Headers by which makers let a phone answer at once; they are the same in every language. */
const answerNames: Record<Exclude<SipAnswer, 'none'>, string> = {
  call_info: 'Call-Info: answer-after=0 (Snom, Cisco, Grandstream)',
  alert_info: 'Alert-Info: info=alert-autoanswer (Yealink, Fanvil)',
  auto_answer: 'Alert-Info: Auto Answer (Poly)',
  intercom: 'Alert-Info: Intercom (Panasonic)',
  answer_mode: 'Answer-Mode: Auto (RFC 5373)',
};

/** Describes how a loudspeaker is asked to answer at once. */
export function answerText(answer: SipAnswer, t: TFunction): string {
  return answer === 'none' ? t('foreign.answerByDevice') : answerNames[answer];
}

/** Name of the codec of a call. */
export function codecText(codec: SoundCodec | 'any', t: TFunction): string {
  return codec === 'any' ? t('foreign.anyCodec') : codecNames[codec];
}

/** Describes the transport of a loudspeaker; `none`: it connects itself. */
export function foreignText(foreign: ForeignTransport | null | undefined, t: TFunction): string {
  if (foreign === null || foreign === undefined) return t('common.none');
  if (foreign.transport === 'sip')
    return t('foreign.sipText', {
      address: foreign.uri,
      protocol: foreign.protocol.toUpperCase(),
      codec: codecText(foreign.codec, t),
    });
  if (foreign.transport === 'vapix' || foreign.transport === 'onvif')
    return t('foreign.connectedText', {
      transport: t(`foreign.transports.${foreign.transport}`),
      address: foreign.url,
      codec: codecText(foreign.codec, t),
    });
  const { group, port, codec, packet_ms, delay_ms, levels } = foreign;
  const text = t(foreign.transport === 'group_page' ? 'foreign.pageText' : 'foreign.text', {
    address: group,
    port,
    channel: foreign.transport === 'group_page' ? foreign.channel : '',
    codec: codecNames[codec],
    packet: `${packet_ms} ms`,
    delay: `${delay_ms} ms`,
  });
  return levels.length === 0 ? text : t('foreign.withLevels', { text, n: levels.length });
}
