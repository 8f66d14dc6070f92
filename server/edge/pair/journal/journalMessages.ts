import { z } from 'zod';

/**
 * Messages on the connection `journal`: the lines of the leader's journal, and exchanges of times by which the standby
 * estimates the media clock. The standby speaks first, with what it has.
 */

const seq = z.number().int().min(0);

/** Copy of the journal with which a standby begins. */
export const have = z.object({
  type: z.literal('have'),
  /** Run of the leader's journal from which its last lines are; null: it does not know. */
  run: z.uuid().nullable(),
  seq,
  /** All lines up to this one are in its database. */
  stored: seq,
});
/** Lines up to a number are in the file of the standby. */
const got = z.object({ type: z.literal('got'), seq });
/** Lines up to a number are in the database of the standby. */
const stored = z.object({ type: z.literal('stored'), seq });
/** Question for the media time. @property t0 monotonic time of the standby, µs */
const time = z.object({ type: z.literal('time'), t0: z.number() });
export const fromCopy = z.discriminatedUnion('type', [have, got, stored, time]);

/** Lines in the order in which they were added, beginning after the last one that the standby has. */
const lines = z.object({
  type: z.literal('lines'),
  run: z.uuid(),
  /** Lines up to this one are from earlier runs. */
  base: seq,
  lines: z.array(z.object({ seq, text: z.string() })),
});
/** Answer with media times, µs: when the question arrived, and when it was answered. */
const times = z.object({
  type: z.literal('times'),
  ...{ t0: z.number(), t1: z.number(), t2: z.number() },
  epoch: z.uuid(),
  term: z.number().int(),
});
export const fromLeader = z.discriminatedUnion('type', [lines, times]);
export type FromLeader = z.output<typeof fromLeader>;
export type FromCopy = z.output<typeof fromCopy>;
