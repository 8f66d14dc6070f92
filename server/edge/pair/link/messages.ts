import { z } from 'zod';
import { pairStage } from '../../../../contract/fieldCodes.ts';
import { partner } from './pairRecord.ts';
import { split } from './split.ts';

/** Message of the standby on the connection `control`, every second. */
export const report = z.object({
  type: z.literal('report'),
  /** Its wall time, epoch ms. */
  at: z.number(),
  version: z.string().max(50),
  stage: pairStage,
  /** End of the log on its disk, bytes; null: it has none yet. */
  received: z.number().nullable(),
  done_bytes: z.number(),
  total_bytes: z.number(),
  /** Rate of the copy, bytes in a second; 0: none is made. */
  bytes_per_s: z.number(),
  /** Media and other files that it lacks; null: not compared yet. */
  files_missing: z.number().int().nullable(),
  /** Largest error of its estimate of the media clock, µs; null: it has none, as earlier versions. */
  clock_error_us: z.number().int().nullable().default(null),
});
export type Report = z.output<typeof report>;

/** Wish of the standby to lead: the leader stops and stands by. */
const takeOver = z.object({ type: z.literal('take_over') });
/** Changes that it had stored as a leader while the other machine led; sent until somebody has seen them. */
const splitFound = z.object({ type: z.literal('split'), split });
export const fromStandby = z.discriminatedUnion('type', [report, takeOver, splitFound]);

/** Message of the leader: somebody has seen it. */
export const splitSeen = z.object({ type: z.literal('split_seen') });

/** Message of a leader that is to stop: the standby is to take over. */
export const leadOffered = z.object({ type: z.literal('lead') });
export type LeadOffered = z.output<typeof leadOffered>;

/** Answer of the leader to each report. */
export const leaderState = z.object({
  type: z.literal('state'),
  /** Whether the leader still has the log that the standby needs; false: the copy has to be made again. */
  is_kept: z.boolean(),
  /** Witness of the pair; null: there is none. */
  witness: partner.nullable(),
});
