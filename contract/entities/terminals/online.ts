import { z } from 'zod';
import { idSchema, keyQuery } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** One connection of a terminal (run log). Times are epoch seconds. */
export const onlineRow = z.object({
  id: z.number().int().describe(fieldText.id),
  terminal_id: z.number().int().describe(fieldText.terminal_id),
  code: z.string().describe(fieldText.code),
  name: z.string().describe(fieldText.name),
  org: z.number().int().nullable().describe(fieldText.org),
  online_role: z.number().int().describe(fieldText.online_role),
  peer_addr: z.string().describe(fieldText.peer_addr),
  login_at: z.number().int().describe('When it connected, epoch s.'),
  dropped_at: z
    .number()
    .int()
    .nullable()
    .describe('When the connection was lost, epoch s; null: it is connected.'),
  online_time: z.number().int().describe('Time connected, s; up to now while it is connected.'),
});
export type OnlineRow = z.output<typeof onlineRow>;

const seconds = z.coerce.number().int().min(0).max(253_402_300_799).optional();

/**
 * `GET /v1/online_log`: newest first; `state` lost: connections that have ended; `org`: the zone and all below it, as
 * it was at the time. `q` searches code and name, and the address where the caller may see it.
 */
export const onlineQuery = keyQuery.extend({
  from: seconds.describe(fieldText.from),
  to: seconds.describe(fieldText.to),
  online_role: z.coerce.number().int().min(0).max(99).optional().describe(fieldText.online_role),
  terminal_id: idSchema.optional().describe(fieldText.terminal_id),
  org: idSchema.optional().describe(fieldText.org),
  state: z
    .enum(['connected', 'lost'])
    .optional()
    .describe('Only `connected` ones or `lost` ones (connections that have ended).'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('Search text in code and name, and in the address if the caller may see it.'),
});
export type OnlineQuery = z.output<typeof onlineQuery>;
