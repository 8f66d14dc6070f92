import { z } from 'zod';
import { idSchema } from '../envelope.ts';

/** `POST /v1/cc/code`: the zone that the terminal goes into; null: the top of the account's own zones. */
export const pairingRequest = z.object({ org: idSchema.nullable().default(null) });

/** A pairing code (design 6): six digits that let one terminal into one zone, for a short time. */
export const pairingCode = z.object({
  code: z.string(),
  org: z.number().int(),
  /** Epoch seconds. */
  expires_at: z.number().int(),
  /** The terminal that came in by it; null: nobody has typed it yet. */
  used_by: z.object({ code: z.string(), name: z.string() }).nullable(),
});
export type PairingCode = z.output<typeof pairingCode>;
