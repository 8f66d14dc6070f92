import type { TFunction } from 'i18next';
import type { ForeignTransport, RtpCodec } from '../../../../../contract/entities/terminals/foreign.ts';
import type { SipCodec } from '../../../../../contract/entities/terminals/sipTransport.ts';

/** Names of the codecs, which are the same in every language. */
export const codecNames: Record<RtpCodec, string> = {
  pcmu: 'G.711 µ-law',
  pcma: 'G.711 A-law',
  g722: 'G.722',
  opus: 'Opus',
  l16: 'L16 48 kHz',
};

/** Name of the codec of a call. */
export function codecText(codec: SipCodec, t: TFunction): string {
  return codec === 'any' ? t('foreign.anyCodec') : codecNames[codec];
}

/** Describes the transport of a loudspeaker; `none`: it connects itself. */
export function foreignText(foreign: ForeignTransport | null | undefined, t: TFunction): string {
  if (foreign === null || foreign === undefined) return t('common.none');
  if (foreign.transport === 'sip')
    return t('foreign.sipText', {
      address: foreign.address,
      protocol: foreign.protocol.toUpperCase(),
      codec: codecText(foreign.codec, t),
    });
  const { group, port, codec, packet_ms, delay_ms } = foreign;
  return t('foreign.text', {
    address: group,
    port,
    codec: codecNames[codec],
    packet: `${packet_ms} ms`,
    delay: `${delay_ms} ms`,
  });
}
