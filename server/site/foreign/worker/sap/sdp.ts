import type { RtpMulticast } from '../../../../../contract/entities/terminals/foreign.ts';
import { formats } from '../codecs.ts';

export interface Session {
  id: number;
  version: number;
  /** IPv4 address of the sender. */
  origin: string;
}

/** Line of a description that names its session. */
export function originLine({ id, version, origin }: Session): string {
  return `o=- ${id} ${version} IN IP4 ${origin}\r\n`;
}

/** Describes the stream of an address in SDP (RFC 4566). */
export function sdpOf(
  {
    group,
    port,
    codec,
    packet_ms,
    ttl,
  }: Pick<RtpMulticast, 'group' | 'port' | 'codec' | 'packet_ms' | 'ttl'>,
  session: Session,
): string {
  const { payloadType, rtpmap } = formats[codec];
  const lines = [
    `s=${group}:${port}`,
    `c=IN IP4 ${group}/${ttl}`,
    't=0 0',
    'a=recvonly',
    `m=audio ${port} RTP/AVP ${payloadType}`,
    `a=rtpmap:${payloadType} ${rtpmap}`,
    `a=ptime:${packet_ms}`,
  ];
  return `v=0\r\n${originLine(session)}${lines.map((line) => `${line}\r\n`).join('')}`;
}
