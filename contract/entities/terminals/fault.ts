import { z } from 'zod';
import { idSchema, pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { faultKind } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';

export const faultState = z.enum(['new', 'acknowledged', 'resolved']);

export const faultRow = z.object({
  id: z.number().int().describe(fieldText.id),
  kind: faultKind.describe(`Kind of fault: ${codes(meaningOf.faultKind)}.`),
  subject: z.string().describe('Subject of the fault, unique among open faults of its kind.'),
  terminal_id: z.number().int().nullable().describe('Id of the terminal; null: none.'),
  org: z.number().int().nullable().describe(fieldText.org),
  params: z.record(z.string(), z.union([z.string(), z.number()])).describe(fieldText.params),
  state: faultState.describe(`State: ${codes(meaningOf.faultState)}.`),
  opened_at: z.number().int().describe('When it began, epoch s.'),
  acknowledged_at: z.number().int().nullable().describe(fieldText.acknowledged_at),
  acknowledged_by_name: z
    .string()
    .nullable()
    .describe('Name of the person who acknowledged it; null: nobody.'),
  resolved_at: z.number().int().nullable().describe('When it was over, epoch s; null: it is open.'),
  shelved_until: z.number().int().nullable().describe('Shelved until then, epoch s; null: not shelved.'),
  shelved_by: z.string().describe('Name of the person who shelved it; empty: nobody.'),
  chatter: z
    .number()
    .int()
    .describe('Number of times that it began while chattering; 0: it does not chatter.'),
  cleared_at: z
    .number()
    .int()
    .nullable()
    .describe('Time since which a chattering fault is absent, epoch s; null: it is present.'),
  subnet: z
    .string()
    .describe('Network of its terminal when it began, for example 10.1.2.0/24; empty: not known.'),
  rev: z.number().int().describe(fieldText.rev),
});
/**
 * A fault, also the live row of the topics `fault` (open faults) and `fault_ended` (faults of the last hour that
 * ended).
 */
export type Fault = z.output<typeof faultRow>;

/** `GET /v1/fault`: `state` open means new or acknowledged. */
export const faultQuery = pageQuery.extend({
  state: z
    .enum(['new', 'acknowledged', 'resolved', 'open'])
    .optional()
    .describe(`Only in this state: ${codes(meaningOf.faultState)}; \`open\` new or acknowledged.`),
  kind: faultKind.optional().describe(`Kind of fault: ${codes(meaningOf.faultKind)}.`),
  terminal_id: idSchema.optional().describe('Id of the terminal; null: none.'),
});
export type FaultQuery = z.output<typeof faultQuery>;
/** Longest time for which a fault can be shelved, minutes; shelving always expires. */
export const MAX_SHELVED_MINUTES = 1440;

/**
 * `POST /v1/fault/batch`: a result per fault. `acknowledge`: a user has seen it and deals with it. `shelve`: it is
 * not counted for the given minutes (and is acknowledged); `unshelve` ends that.
 */
const ids = z.array(idSchema).min(1).max(20_000);
export const faultBatch = z.discriminatedUnion('action', [
  z.object({
    ids: ids.describe(fieldText.ids),
    action: z.literal('acknowledge').describe('Marks it as seen by a person.'),
  }),
  z.object({
    ids: ids.describe(fieldText.ids),
    action: z.literal('shelve').describe('Acknowledges it, and removes it from the counts for `minutes`.'),
    minutes: z
      .number()
      .int()
      .min(1)
      .max(MAX_SHELVED_MINUTES)
      .describe('For how long it is shelved, minutes.'),
  }),
  z.object({ ids: ids.describe(fieldText.ids), action: z.literal('unshelve').describe('Ends shelving.') }),
]);
export type FaultBatch = z.output<typeof faultBatch>;

/** Fields by which the list of faults may be sorted. */
export const faultSortable = ['opened_at', 'resolved_at', 'acknowledged_at', 'kind', 'state'] as const;
