import { z } from 'zod';
import { type OnvifTransport, onvifTransport } from './connected/onvifTransport.ts';
import { type VapixTransport, vapixTransport } from './connected/vapixTransport.ts';
import { type GroupPage, groupPage } from './multicast/groupPage.ts';
import { groupAddress, multicastFields, rtpPort } from './multicast/multicastFields.ts';
import { priorityMapFaults, priorityMapFields } from './multicast/priorityMap.ts';
import { sipTransport } from './sipTransport.ts';

/**
 * Grades of the proof that a terminal gives: it reports what it played, it has answered a call, or nothing comes back
 * from it.
 */
export type ProofGrade = 'heard' | 'answered' | 'sent';

export const rtpCodecs = ['pcmu', 'pcma', 'g722', 'opus', 'l16'] as const;
export type RtpCodec = (typeof rtpCodecs)[number];
/** Codecs of all transports: `pcmu16` is G.711 µ-law at 16 kHz. */
export type SoundCodec = RtpCodec | 'pcmu16';

/** Packet times that a codec allows, ms: a packet of L16 at 48 kHz must fit into one frame of Ethernet. */
export const packetTimes: Record<RtpCodec, readonly number[]> = {
  pcmu: [10, 20, 30, 40, 60],
  pcma: [10, 20, 30, 40, 60],
  g722: [10, 20, 30, 40, 60],
  opus: [20],
  l16: [5, 10],
};

/** RTP stream to a multicast group, as a loudspeaker of another make receives it. */
export const rtpMulticast = z
  .object({
    transport: z.literal('rtp_multicast').describe('RTP over UDP to a multicast group; not encrypted.'),
    group: groupAddress,
    port: rtpPort,
    ...priorityMapFields,
    codec: z
      .enum(rtpCodecs)
      .describe(
        'Codec: `pcmu` and `pcma` are G.711 at 8 kHz, `g722` at 16 kHz, `opus` and `l16` at 48 kHz; mono.',
      ),
    packet_ms: z.number().int().describe('Sound in each packet, ms.'),
    ...multicastFields,
    announce: z
      .boolean()
      .default(false)
      .describe('Whether its addresses are announced by SAP (RFC 2974), so that receivers can list them.'),
  })
  .refine(({ codec, packet_ms }) => packetTimes[codec].includes(packet_ms), {
    path: ['packet_ms'],
    error: 'rules.packetTime',
  })
  .superRefine((map, context) => {
    for (const { path, error } of priorityMapFaults(map))
      context.addIssue({ code: 'custom', path, message: error });
  });
export type RtpMulticast = z.output<typeof rtpMulticast>;

/** Transport by which a group of loudspeakers is sent one stream. */
export type MulticastTransport = RtpMulticast | GroupPage;

/** Transport by a connection that the server opens to the loudspeaker. */
export type ConnectedTransport = VapixTransport | OnvifTransport;

/** Transport to a loudspeaker of another make. */
export const foreignTransport = z.discriminatedUnion('transport', [
  rtpMulticast,
  groupPage,
  sipTransport,
  vapixTransport,
  onvifTransport,
]);
export type ForeignTransport = z.output<typeof foreignTransport>;

/** Tells if a transport is a connection of its own, which may have a password. */
export function isConnected(transport: ForeignTransport): transport is ConnectedTransport {
  return transport.transport === 'vapix' || transport.transport === 'onvif';
}

/** Tells if loudspeakers may share a transport: they are sent one stream. */
export function isMulticast(transport: ForeignTransport): transport is MulticastTransport {
  return transport.transport === 'rtp_multicast' || transport.transport === 'group_page';
}

/** Addresses that a transport uses, the first one first; those of a group page contain its channels. */
export function addressesOf(transport: ForeignTransport): string[] {
  if (transport.transport === 'sip') return [`sip:${transport.uri}`];
  if (isConnected(transport)) return [transport.url];
  const { group, port } = transport;
  if (transport.transport === 'group_page')
    return [transport, ...transport.levels].map(({ channel }) => `${group}:${port}/${channel}`);
  return [transport, ...transport.levels].map((one) => `${one.group}:${one.port}`);
}

/** Key of the stream that a transport uses: loudspeakers with the same key sound together. */
export function streamKey(transport: ForeignTransport): string {
  return addressesOf(transport)[0] as string;
}

/** Transport of a new loudspeaker. */
export const defaultTransport: RtpMulticast = {
  transport: 'rtp_multicast',
  group: '',
  port: 5004,
  scale: 'none',
  number: 0,
  levels: [],
  codec: 'g722',
  packet_ms: 20,
  ttl: 1,
  interface: '',
  dscp: 0,
  delay_ms: 60,
  announce: false,
};
