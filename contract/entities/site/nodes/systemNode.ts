import { z } from 'zod';
import { codes, meaningOf } from '../../../codeMeanings.ts';
import { nodeRole } from '../../../fieldCodes.ts';

/** A server of a system of several servers on one database, as the leading one knows it. */
export const systemNode = z.object({
  name: z.string().describe('Host name of the machine.'),
  role: nodeRole.describe(`Role: ${codes(meaningOf.nodeRole)}.`),
  urls: z.array(z.string()).describe('Addresses at which terminals and consoles reach it.'),
  version: z.string().describe('Version of its program; empty: not known.'),
  since: z.number().int().nullable().describe('Since when it has this role, epoch s; null: it is starting.'),
  passed: z
    .number()
    .int()
    .nullable()
    .describe(
      'Connections of terminals and consoles that it passes on to the leader; null: it passes none on.',
    ),
  files_missing: z
    .number()
    .int()
    .nullable()
    .describe('Media and other files that it does not have yet; null: not compared, or it leads.'),
  files_age_ms: z
    .number()
    .int()
    .nullable()
    .describe('Time since its files were compared with those of the leader, ms; null: never, or it leads.'),
  clock_ms: z.number().int().nullable().describe('Time by which its clock is ahead, ms; null: not known.'),
});
export type SystemNode = z.output<typeof systemNode>;

/** `GET /v1/nodes`. */
export const nodesOverview = z.object({
  is_connected: z
    .boolean()
    .describe('Whether the leader is connected to NATS, over which the nodes hear each other.'),
  nodes: z.array(systemNode).describe('The leader first; none: the system has one server.'),
});
export type NodesOverview = z.output<typeof nodesOverview>;
