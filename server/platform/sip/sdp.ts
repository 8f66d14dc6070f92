import { isIPv4, isIPv6 } from 'node:net';
import { readCrypto, type SdesKey, writeCrypto } from './sdes.ts';

/** Coding of sound in an offer: its payload type and its name as in `a=rtpmap`. */
export interface OfferedFormat {
  payloadType: number;
  /** Such as `PCMU/8000`. */
  rtpmap: string;
}

/** Sound that the other side accepted. */
export interface AcceptedSound {
  address: string;
  port: number;
  /** Payload type that it gives the format, and which of the offered ones it is. */
  payloadType: number;
  format: OfferedFormat;
  /** Payload type of telephone events; null: not accepted. */
  eventType: number | null;
  /** Key of the sound that the other side sends (SRTP); null: it is not encrypted. */
  crypto: SdesKey | null;
}

const EVENTS: OfferedFormat = { payloadType: 101, rtpmap: 'telephone-event/8000' };
const MAX_LINES = 200;

/** Writes an offer or answer of one stream of sound (RFC 8866, RFC 3264). */
export function writeSdp(own: {
  address: string;
  port: number;
  session: number;
  formats: readonly OfferedFormat[];
  packetMs: number;
  /** Payload type of telephone events; absent: the usual one, null: none. */
  eventType?: number | null;
  /** Key of the own sound (SRTP); absent or null: it is not encrypted. */
  crypto?: SdesKey | null;
}): string {
  const kind = isIPv6(own.address) ? 'IP6' : 'IP4';
  const { eventType = EVENTS.payloadType, crypto = null } = own;
  const events = eventType === null ? [] : [{ ...EVENTS, payloadType: eventType }];
  const all = [...own.formats, ...events];
  return [
    'v=0',
    `o=- ${own.session} ${own.session} IN ${kind} ${own.address}`,
    's=-',
    `c=IN ${kind} ${own.address}`,
    't=0 0',
    `m=audio ${own.port} RTP/${crypto === null ? 'AVP' : 'SAVP'} ${all.map(({ payloadType }) => payloadType).join(' ')}`,
    ...all.map(({ payloadType, rtpmap }) => `a=rtpmap:${payloadType} ${rtpmap}`),
    ...events.map(({ payloadType }) => `a=fmtp:${payloadType} 0-15`),
    ...(crypto === null ? [] : [writeCrypto(crypto)]),
    `a=ptime:${own.packetMs}`,
    'a=sendrecv',
    '',
  ].join('\r\n');
}

/** Names of the payload types of RFC 3551 that need no `a=rtpmap`. */
const fixed: Readonly<Record<string, string>> = { 0: 'PCMU/8000', 8: 'PCMA/8000', 9: 'G722/8000' };

/**
 * Reads the description of the other side: its first format that is among `formats`; null: it accepts none, its
 * description is malformed, or its sound is encrypted in a way that is not supported.
 */
export function acceptedSound(sdp: string, formats: readonly OfferedFormat[]): AcceptedSound | null {
  let address: string | null = null;
  let media: { port: number; types: string[] } | null = null;
  let isSound = false;
  let isSecure = false;
  let crypto: SdesKey | null = null;
  const names = new Map<string, string>(Object.entries(fixed));
  for (const line of sdp.split(/\r?\n/, MAX_LINES)) {
    if (line.startsWith('m=')) {
      if (media !== null) break;
      const [, port = '0', profile = '', types = ''] =
        /^m=audio (\d{1,5})(?:\/\d+)? RTP\/(S?AVPF?) ([\d ]+)$/.exec(line) ?? [];
      isSecure = profile.startsWith('S');
      isSound = Number(port) > 0 && Number(port) <= 65_535;
      if (isSound) media = { port: Number(port), types: types.trim().split(/ +/) };
    } else if (line.startsWith('c=') && (media === null || isSound))
      address = /^c=IN IP[46] ([^\s/]+)/.exec(line)?.[1] ?? null;
    else if (isSound) {
      const [, type, name] = /^a=rtpmap:(\d{1,3}) (\S+)/.exec(line) ?? [];
      if (type !== undefined && name !== undefined) names.set(type, name);
      if (isSecure) crypto ??= readCrypto(line);
    }
  }
  if (media === null || address === null || !(isIPv4(address) || isIPv6(address))) return null;
  if (isSecure && crypto === null) return null;
  const nameOf = (type: string) => (names.get(type) ?? '').toLowerCase().replace(/\/1$/, '');
  for (const type of media.types) {
    const format = formats.find(({ rtpmap }) => rtpmap.toLowerCase() === nameOf(type));
    if (format === undefined || Number(type) > 127) continue;
    const event = media.types.find((one) => nameOf(one) === EVENTS.rtpmap);
    return {
      ...{ address, port: media.port, payloadType: Number(type), format },
      eventType: event === undefined ? null : Number(event),
      crypto,
    };
  }
  return null;
}
