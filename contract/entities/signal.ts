import { z } from 'zod';
import { signalStrengthOf } from '../constants.ts';
import { idSchema, pageQuery } from '../envelope.ts';
import { terminalKindNames } from './terminal.ts';

const seconds = z.number().int();

/**
 * A terminal with a SIM card or with a report of its 4G signal (spec 3); a row of the topic `signal` and of
 * `GET /v1/signal`. Times are epoch seconds, positions WGS-84 degrees.
 */
export const signalRow = z.object({
  /** The terminal's. */
  id: z.number().int(),
  org: z.number().int().nullable(),
  kind: z.enum(terminalKindNames),
  code: z.string(),
  /** Alias, else name. */
  name: z.string(),
  online: z.boolean(),
  ICCID: z.string(),
  /** The last reading, 0-31; null: it has never said one. */
  csq: z.number().int().nullable(),
  reported_at: seconds.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type SignalRow = z.output<typeof signalRow>;

/** Strength of the last reading; `none`: there is none. */
export const signalStates = ['weak', 'medium', 'strong', 'none'] as const;
export type SignalState = (typeof signalStates)[number];

/** Spec 9: up to 15 weak, 16-25 medium, above 25 strong. */
export function signalStateOf({ csq }: Pick<SignalRow, 'csq'>): SignalState {
  return (csq === null ? null : signalStrengthOf(csq)) ?? 'none';
}

export const signalSortable = ['name', 'code', 'csq', 'reported_at'] as const;

/** `GET /v1/signal`; `q` searches name, alias, code and ICCID; `org`: the zone and all below it. */
export const signalQuery = pageQuery.extend({
  org: idSchema.optional(),
  strength: z.enum(signalStates).optional(),
});
export type SignalQuery = z.output<typeof signalQuery>;

/** One hour of one terminal (spec 3: average, maximum, minimum, count per hour, report time). */
export const signalHour = z.object({
  /** Begin of the hour of universal time. */
  at: seconds,
  avg: z.number(),
  min: z.number().int(),
  max: z.number().int(),
  count: z.number().int(),
  reported_at: seconds,
});
export type SignalHour = z.output<typeof signalHour>;

/** Longest range of one question, seconds. */
export const MAX_SIGNAL_RANGE_S = 92 * 86_400;
const time = z.coerce.number().int().min(0).max(253_402_300_799);

/** `GET /v1/signal/:id/hour`: hours that begin from `from` up to `to`, oldest first; without them the last day. */
export const signalHourQuery = z
  .object({ from: time.optional(), to: time.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || to - from <= MAX_SIGNAL_RANGE_S, {
    path: ['from'],
  });
export type SignalHourQuery = z.output<typeof signalHourQuery>;
