import { z } from 'zod';
import { FIRST_PORT, groupAddress, LAST_PORT, multicastFields } from './multicastFields.ts';
import { levelFrom, MAX_LEVELS } from './priorityMap.ts';

/** Codecs of a group page. */
export const pageCodecs = ['g722', 'pcmu'] as const;

/** Last channel of a group page; 1 to 25 are push-to-talk, 26 to 50 are pages. */
export const LAST_CHANNEL = 50;

/** Packet times of a group page, ms. */
export const pagePacketTimes = [10, 20, 30] as const;

const channel = z.number().int().min(1).max(LAST_CHANNEL);

/** Group page of Poly and Spectralink phones and of loudspeakers that receive it. */
export const groupPage = z
  .object({
    transport: z
      .literal('group_page')
      .describe('Group page of Poly and Spectralink over UDP to a multicast group; not encrypted.'),
    group: groupAddress,
    port: z.number().int().min(FIRST_PORT).max(LAST_PORT).describe('UDP port of the group.'),
    channel: channel.describe('Channel: 1 to 25 are push-to-talk, 26 to 50 are pages.'),
    levels: z
      .array(z.object({ from: levelFrom, channel: channel.describe('Channel.') }))
      .max(MAX_LEVELS)
      .default([])
      .describe('Further channels for broadcasts of higher priority, in rising order.'),
    codec: z.enum(pageCodecs).describe('Codec: `g722`, or `pcmu` for G.711 µ-law; mono.'),
    packet_ms: z
      .union(pagePacketTimes.map((ms) => z.literal(ms)))
      .describe('Sound in each packet, ms: `10`, `20` or `30`.'),
    caller: z
      .string()
      .regex(/^[ -~]{1,13}$/, { error: 'rules.pageCaller' })
      .describe('Text that phones show: 1 to 13 characters of ASCII.'),
    ...multicastFields,
  })
  .superRefine(({ channel: first, levels }, context) => {
    let before = 0;
    const channels = new Set([first]);
    for (const [i, level] of levels.entries()) {
      const fault = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['levels', i, field], message });
      if (level.from <= before) fault('from', 'rules.levelOrder');
      if (channels.has(level.channel)) fault('channel', 'rules.levelAddress');
      before = level.from;
      channels.add(level.channel);
    }
  });
export type GroupPage = z.output<typeof groupPage>;

/** Transport of a new loudspeaker: address, port and first channel of pages as they are set in the phones. */
export const defaultGroupPage: GroupPage = {
  transport: 'group_page',
  group: '224.0.1.116',
  port: 5001,
  channel: 26,
  levels: [],
  codec: 'g722',
  packet_ms: 20,
  caller: 'PA',
  ttl: 1,
  interface: '',
  dscp: 0,
  delay_ms: 60,
};
