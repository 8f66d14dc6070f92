import { z } from 'zod';
import { MAX_DELAY_MS, sipTransport } from './sipTransport.ts';

/**
 * Grades of the proof that a terminal gives: it reports what it played, it has answered a call, or nothing comes back
 * from it.
 */
export type ProofGrade = 'heard' | 'answered' | 'sent';

export const rtpCodecs = ['pcmu', 'pcma', 'g722', 'opus', 'l16'] as const;
export type RtpCodec = (typeof rtpCodecs)[number];

/** Packet times that a codec allows, ms: a packet of L16 at 48 kHz must fit into one frame of Ethernet. */
export const packetTimes: Record<RtpCodec, readonly number[]> = {
  pcmu: [10, 20, 30, 40, 60],
  pcma: [10, 20, 30, 40, 60],
  g722: [10, 20, 30, 40, 60],
  opus: [20],
  l16: [5, 10],
};

/** Least and largest port; RTP uses even ones. */
const FIRST_PORT = 1024;
const LAST_PORT = 65_534;

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`);
const multicast = new RegExp(`^(22[4-9]|23[0-9])(\\.${octet}){3}$`);

/** RTP stream to a multicast group, as a loudspeaker of another make receives it. */
export const rtpMulticast = z
  .object({
    transport: z.literal('rtp_multicast').describe('RTP over UDP to a multicast group; not encrypted.'),
    group: z
      .string()
      .regex(multicast, { error: 'rules.multicastAddress' })
      .describe('IPv4 address of the group, 224.0.0.0 to 239.255.255.255.'),
    port: z
      .number()
      .int()
      .min(FIRST_PORT)
      .max(LAST_PORT)
      .multipleOf(2, { error: 'rules.evenPort' })
      .describe('UDP port of the group; even.'),
    codec: z
      .enum(rtpCodecs)
      .describe(
        'Codec: `pcmu` and `pcma` are G.711 at 8 kHz, `g722` at 16 kHz, `opus` and `l16` at 48 kHz; mono.',
      ),
    packet_ms: z.number().int().describe('Sound in each packet, ms.'),
    ttl: z
      .number()
      .int()
      .min(1)
      .max(255)
      .describe('Time to live: number of routers that it may pass, plus 1.'),
    interface: z
      .string()
      .regex(ipv4, { error: 'rules.ipAddress' })
      .or(z.literal(''))
      .describe('IPv4 address of the network interface of the server; empty: the one of the system.'),
    delay_ms: z
      .number()
      .int()
      .min(0)
      .max(MAX_DELAY_MS)
      .describe('Time from the arrival of a packet to its sound, ms; it is sent that much earlier.'),
  })
  .refine(({ codec, packet_ms }) => packetTimes[codec].includes(packet_ms), {
    path: ['packet_ms'],
    error: 'rules.packetTime',
  });
export type RtpMulticast = z.output<typeof rtpMulticast>;

/** Transport to a loudspeaker of another make. */
export const foreignTransport = z.discriminatedUnion('transport', [rtpMulticast, sipTransport]);
export type ForeignTransport = z.output<typeof foreignTransport>;

/** Key of the stream that a transport uses: loudspeakers with the same key sound together. */
export function streamKey(transport: ForeignTransport): string {
  return transport.transport === 'sip' ? `sip:${transport.uri}` : `${transport.group}:${transport.port}`;
}

/** Transport of a new loudspeaker. */
export const defaultTransport: RtpMulticast = {
  transport: 'rtp_multicast',
  group: '',
  port: 5004,
  codec: 'g722',
  packet_ms: 20,
  ttl: 1,
  interface: '',
  delay_ms: 60,
};
