import { z } from 'zod';
import { idSchema, pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { signalStrengthOf } from '../../constants.ts';
import { type SignalState, signalStates } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { terminalKindNames } from './terminalKind.ts';

const seconds = z.number().int();

/**
 * A terminal with a SIM card or with a report of its 4G signal; a row of the topic `signal` and of
 * `GET /v1/signal`. Times are epoch seconds, positions WGS-84 degrees.
 */
export const signalRow = z.object({
  id: z.number().int().describe(fieldText.id),
  org: z.number().int().nullable().describe(fieldText.org),
  kind: z.enum(terminalKindNames).describe(fieldText.kind),
  code: z.string().describe(fieldText.code),
  name: z.string().describe(fieldText.name),
  online: z.boolean().describe(fieldText.online),
  ICCID: z.string().describe(fieldText.ICCID),
  csq: z.number().int().nullable().describe('Last reading of the 4G signal, 0-31; null: never.'),
  reported_at: seconds.nullable().describe(fieldText.reported_at),
  latitude: z.number().nullable().describe('Latitude, degrees (WGS-84); null: not known.'),
  longitude: z.number().nullable().describe('Longitude, degrees (WGS-84); null: not known.'),
});
export type SignalRow = z.output<typeof signalRow>;

/** Signal state of a csq: up to 15 weak, 16-25 medium, above 25 strong. */
export function signalStateOf({ csq }: Pick<SignalRow, 'csq'>): SignalState {
  return (csq === null ? null : signalStrengthOf(csq)) ?? 'none';
}

export const signalSortable = ['name', 'code', 'csq', 'reported_at'] as const;

/** `GET /v1/signal`; `q` searches name, alias, code and ICCID; `org`: the zone and all below it. */
export const signalQuery = pageQuery.extend({
  org: idSchema.optional().describe(fieldText.org),
  strength: z
    .enum(signalStates)
    .optional()
    .describe(`Only this strength: ${codes(meaningOf.signal)}.`),
});
export type SignalQuery = z.output<typeof signalQuery>;

/** One hour of one terminal (average, maximum, minimum, count per hour, report time). */
export const signalHour = z.object({
  at: seconds.describe('Begin of the hour (UTC), epoch s.'),
  avg: z.number().describe('Average reading.'),
  min: z.number().int().describe('Smallest reading.'),
  max: z.number().int().describe('Greatest reading.'),
  count: z.number().int().describe('Number of readings.'),
  reported_at: seconds.describe(fieldText.reported_at),
});
export type SignalHour = z.output<typeof signalHour>;

/** Longest range of one query, seconds. */
export const MAX_SIGNAL_RANGE_S = 92 * 86_400;
const time = z.coerce.number().int().min(0).max(253_402_300_799);

/** `GET /v1/signal/:id/hour`: hours that begin from `from` up to `to`, oldest first; without them the last day. */
export const signalHourQuery = z
  .object({ from: time.optional().describe(fieldText.from), to: time.optional().describe(fieldText.to) })
  .refine(({ from, to }) => from === undefined || to === undefined || to - from <= MAX_SIGNAL_RANGE_S, {
    path: ['from'],
  });
export type SignalHourQuery = z.output<typeof signalHourQuery>;
