import { z } from 'zod';
import { csqRange } from '../constants.ts';

/** Interval of the signal reports of a terminal with a modem, ms. */
export const SIGNAL_INTERVAL_MS = 60_000;
/**
 * Minimum interval of stored signal reports, ms; earlier ones are dropped, so that no terminal floods the history.
 */
export const SIGNAL_MIN_MS = 5_000;

/** Position of a terminal, WGS-84, degrees. */
export const position = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Position = z.output<typeof position>;

/** A reading of the modem of a terminal (docs/protocols/terminal-protocol.md, `signal`): csq 0-31. */
export const signal = z.object({
  type: z.literal('signal'),
  csq: z.number().int().min(csqRange.min).max(csqRange.max),
  /** Absent when unknown; the last reported position then remains. */
  position: position.optional(),
});
export type SignalReading = z.output<typeof signal>;
