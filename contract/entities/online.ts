import { z } from 'zod';
import { idSchema, keyQuery } from '../envelope.ts';

/** One connection of a terminal (spec 3: run log). Times are epoch seconds. */
export const onlineRow = z.object({
  id: z.number().int(),
  terminal_id: z.number().int(),
  code: z.string(),
  name: z.string(),
  org: z.number().int().nullable(),
  /** Code of spec 3: terminal role. */
  online_role: z.number().int(),
  peer_addr: z.string(),
  login_at: z.number().int(),
  /** Null while it is connected. */
  dropped_at: z.number().int().nullable(),
  /** Seconds connected, up to now while it still is. */
  online_time: z.number().int(),
});
export type OnlineRow = z.output<typeof onlineRow>;

const seconds = z.coerce.number().int().min(0).max(253_402_300_799).optional();

/**
 * `GET /v1/online_log`: newest first; `state` lost: connections that have ended; `org`: the zone and all below it, as
 * it was at the time. `q` searches code and name, and the address for whoever may see it.
 */
export const onlineQuery = keyQuery.extend({
  from: seconds,
  to: seconds,
  online_role: z.coerce.number().int().min(0).max(99).optional(),
  terminal_id: idSchema.optional(),
  org: idSchema.optional(),
  state: z.enum(['connected', 'lost']).optional(),
  q: z.string().max(200).optional(),
});
export type OnlineQuery = z.output<typeof onlineQuery>;
