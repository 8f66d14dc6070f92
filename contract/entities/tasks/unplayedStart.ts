import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';

/**
 * Live row of the `unplayed_start` topic: a start by an account that waited and was not played. It is kept until that
 * account has dismissed it.
 */
export const unplayedStartLive = z.object({
  id: z.number().int().describe('Id that the start had in the queue.'),
  org: z.array(z.number().int()).nullable().describe('Ids of the zones of its terminals; null: it had none.'),
  name: z.string().describe(fieldText.name),
  account_id: z.number().int().describe('Id of the account that asked for it.'),
  at: z.number().describe('Time at which it left the queue, epoch ms.'),
  reason: z
    .object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .describe('Message why it was not played, with its parameters.'),
});
export interface UnplayedStartLive extends z.output<typeof unplayedStartLive>, Record<string, unknown> {}
