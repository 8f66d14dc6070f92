import { z } from 'zod';

const key = z.string().max(200);

/** Messages to a witness, each answered by its verdict. */
export const toWitness = z.discriminatedUnion('type', [
  /** The leader lives. */
  z.object({
    type: z.literal('beat'),
    term: z.number().int(),
    standby_key: key.nullable(),
    in_sync: z.boolean(),
  }),
  /** The standby wants to lead. */
  z.object({ type: z.literal('claim') }),
  /** Question which machine leads now. */
  z.object({ type: z.literal('ask') }),
]);
export type ToWitness = z.output<typeof toWitness>;

export const verdict = z.object({
  term: z.number().int(),
  leader_key: key,
  standby_key: key.nullable(),
  in_sync: z.boolean(),
});
