import { z } from 'zod';
import { soundDelay } from '../sipTransport.ts';

/** Least and largest port; RTP uses even ones. */
export const FIRST_PORT = 1024;
export const LAST_PORT = 65_534;
/** Largest code of DiffServ (RFC 2474). */
export const MAX_DSCP = 63;

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`);
const multicast = new RegExp(`^(22[4-9]|23[0-9])(\\.${octet}){3}$`);

/** Address of a multicast group. */
export const groupAddress = z
  .string()
  .regex(multicast, { error: 'rules.multicastAddress' })
  .describe('IPv4 address of the group, 224.0.0.0 to 239.255.255.255.');

/** Port of RTP. */
export const rtpPort = z
  .number()
  .int()
  .min(FIRST_PORT)
  .max(LAST_PORT)
  .multipleOf(2, { error: 'rules.evenPort' })
  .describe('UDP port of the group; even.');

/** Fields of all transports by multicast: how its packets cross the network, and when. */
export const multicastFields = {
  ttl: z.number().int().min(1).max(255).describe('Time to live: number of routers that it may pass, plus 1.'),
  interface: z
    .string()
    .regex(ipv4, { error: 'rules.ipAddress' })
    .or(z.literal(''))
    .describe('IPv4 address of the network interface of the server; empty: the one of the system.'),
  dscp: z
    .number()
    .int()
    .min(0)
    .max(MAX_DSCP)
    .default(0)
    .describe('DiffServ code of its packets, such as 46 (EF), by which switches prefer them; 0: none.'),
  delay_ms: soundDelay,
};
