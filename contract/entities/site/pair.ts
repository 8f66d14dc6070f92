import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { pairObstacle, pairRole, pairStage } from '../../fieldCodes.ts';

/** Validity of a token with which a standby server joins, s. */
export const PAIR_TOKEN_S = 900;

export const pairToken = z.object({
  token: z
    .string()
    .describe('One-time token, 32 hexadecimal digits in groups of four; it is shown only here.'),
  until: z.number().int().describe('When it expires, epoch s.'),
});
export type PairToken = z.output<typeof pairToken>;

/** Largest error with which the standby server continues the media clock of the leader, µs; above, a new one begins. */
export const CLOCK_KNOWN_US = 5_000;

/** A machine of the pair, as the leading server knows it. */
export const pairMachine = z.object({
  name: z.string().describe('Host name of the machine.'),
  role: pairRole.describe(`Role: ${codes(meaningOf.pairRole)}.`),
  urls: z.array(z.string()).describe('Addresses at which it is reached, the last one used first.'),
  version: z.string().describe('Version of its program; empty: not known yet.'),
  since: z
    .number()
    .int()
    .nullable()
    .describe('Since when it leads or is connected, epoch s; null: it does not.'),
  clock_ms: z.number().int().nullable().describe('Time by which its clock is ahead, ms; null: not known.'),
  stage: pairStage
    .nullable()
    .describe(`What its database does: ${codes(meaningOf.pairStage)}; null: it leads.`),
  lag_bytes: z.number().int().nullable().describe('Changes that it does not have on its disk yet, bytes.'),
  lag_ms: z.number().int().nullable().describe('Age of the oldest of these changes, ms; 0: it has all.'),
  done_bytes: z.number().int().describe('Bytes of the database copied so far, while it copies.'),
  total_bytes: z.number().int().describe('Estimate of the bytes that it will copy; 0: not known.'),
  bytes_per_s: z.number().int().describe('Rate of the copy, bytes in a second; 0: none is made.'),
  files_missing: z
    .number()
    .int()
    .nullable()
    .describe('Media and other files that it does not have yet; null: not compared.'),
  alarms_copied: z
    .boolean()
    .nullable()
    .describe('Whether it gets the journal of alarms as they happen, without the database; null: it leads.'),
  clock_error_us: z
    .number()
    .int()
    .nullable()
    .describe('Largest error with which it knows the media clock of the leader, µs; null: it does not.'),
});
export type PairMachine = z.output<typeof pairMachine>;

/** Changes of a former leader that the present one may not have, because two machines led at a time. */
export const pairSplit = z.object({
  name: z.string().describe('Host name of the former leader.'),
  since: z.number().describe('When it lost its standby server, epoch ms.'),
  count: z.number().int().describe('Number of changes by persons that it stored since then.'),
  changes: z
    .array(
      z.object({
        at: z.number().int().describe('When, epoch s.'),
        account: z.string().describe('Login name of the account; empty: none.'),
        action: z.string().describe('Action, as in the audit log.'),
        entity: z.string().describe('Kind of what was changed.'),
        entity_id: z.number().int().nullable().describe('Its id; null: it has none.'),
        name: z.string().describe('Its name; empty: not in the entry.'),
      }),
    )
    .describe('The first of them.'),
});
export type PairSplit = z.output<typeof pairSplit>;

/** `GET /v1/pair`. */
export const pairOverview = z.object({
  obstacle: pairObstacle
    .nullable()
    .describe(`Why no standby server can join: ${codes(meaningOf.pairObstacle)}; null: one can.`),
  token_until: z
    .number()
    .int()
    .nullable()
    .describe('When the last token expires, epoch s; null: there is none.'),
  is_synchronous: z
    .boolean()
    .describe('Whether a change is confirmed only when the standby server has it on its disk too.'),
  witness: z
    .object({
      name: z.string().describe('Host name of the machine.'),
      urls: z.array(z.string()).describe('Addresses at which it is reached.'),
      is_connected: z.boolean().describe('Whether this server is connected to it.'),
    })
    .nullable()
    .describe('Third machine that lets the standby server take over by itself; null: a person decides.'),
  split: pairSplit
    .nullable()
    .describe('Changes that only the former leader has, until somebody has seen them; null: none are known.'),
  machines: z.array(pairMachine).describe('This server, and its partner if it has one.'),
});
export type PairOverview = z.output<typeof pairOverview>;
