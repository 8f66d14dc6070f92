import { z } from 'zod';
import { csqRange } from './constants.ts';

/** How often a terminal with a modem says its signal, ms. */
export const SIGNAL_INTERVAL_MS = 60_000;
/** What comes sooner after the one before is not counted, ms: nobody fills a site's history. */
export const SIGNAL_MIN_MS = 5_000;

/** Where a terminal stands, WGS-84, degrees. */
export const position = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Position = z.output<typeof position>;

/** A reading of the modem of a terminal (docs/terminal-protocol.md, `signal`): csq 0-31. */
export const signal = z.object({
  type: z.literal('signal'),
  csq: z.number().int().min(csqRange.min).max(csqRange.max),
  /** Left out where it is not known: then it stands where it last said. */
  position: position.optional(),
});
export type SignalReading = z.output<typeof signal>;
