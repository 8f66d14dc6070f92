import { z } from 'zod';

/** Lengths of one value of a history, seconds. */
export const historySteps = [60, 300, 600, 900, 3600] as const;
/** Time for which zones and broadcasts are kept by the minute; hours are kept as long as the logs, seconds. */
export const MINUTES_KEPT_S = 7 * 86_400;
/** Time for which each terminal is kept by the minute, seconds. */
export const TERMINAL_KEPT_S = 86_400;
/** Largest number of values of one query, for each zone. */
export const MAX_HISTORY_VALUES = 1500;
/** Largest number of stored records of one query, of all zones. */
export const MAX_HISTORY_RECORDS = 150_000;
/** Largest number of zones of one query. */
export const MAX_HISTORY_ZONES = 100;

/** States of a terminal in a minute, the worst one that was seen; their order is their code in the database. */
export const historyStates = ['idle', 'sounding', 'unknown', 'silent', 'offline', 'behind_relay'] as const;
export type HistoryState = (typeof historyStates)[number];

const epoch = z.coerce.number().int().min(0).max(253_402_300_799);
const begin = z.number().int().describe('Begin of the first value, epoch s.');
const step = z.number().int().describe('Length of one value, s.');
const numbers = (text: string) =>
  z.array(z.number().nullable()).describe(`${text}; null: nothing was recorded in this time.`);

const range = {
  from: epoch.optional().describe('Begin, epoch s; default: a day before the end.'),
  to: epoch.optional().describe('End, epoch s; default: now.'),
  step_s: z.coerce
    .number()
    .int()
    .refine((value) => (historySteps as readonly number[]).includes(value))
    .default(300)
    .describe(`Length of one value, s: ${historySteps.join(', ')}.`),
};

/** Query of the history of a broadcast: `GET /v1/task/:id/history`. */
export const historyQuery = z.object(range);
export type HistoryQuery = z.output<typeof historyQuery>;

/** Query of the history of zones: `GET /v1/partition/history`. */
export const zoneHistoryQuery = z.object({
  ...range,
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_HISTORY_ZONES)
    .describe(
      `Ids of zones, separated by commas, at most ${MAX_HISTORY_ZONES}; others than the caller sees are left out.`,
    ),
});

/** Values of many terminals: those of a zone with all zones below it, or those of a broadcast. */
export const sumsHistory = z.object({
  id: z.number().int().describe('Id of the zone or broadcast.'),
  terminals: numbers('Mean number of terminals, without those whose relay was not connected'),
  sounding: numbers('Mean number of terminals that sounded'),
  silent: numbers('Mean number of terminals that should have sounded and were silent, or were locked'),
  offline: numbers('Mean number of terminals offline'),
  lossy: numbers('Mean number of terminals whose packet loss was a fault'),
  loss_pct: numbers('Mean packet loss of the terminals that sounded, percent'),
  level_db: numbers('Mean level of the terminals that sounded, dBFS'),
});
export type SumsHistory = z.output<typeof sumsHistory>;

/** History of zones. */
export const zoneHistory = z.object({
  from: begin,
  step_s: step,
  zones: z.array(sumsHistory).describe('One entry for each visible zone of the query.'),
});
export type ZoneHistory = z.output<typeof zoneHistory>;

/** History of one broadcast. */
export const taskHistory = sumsHistory.extend({ from: begin, step_s: step });
export type TaskHistory = z.output<typeof taskHistory>;

/** Last day of one terminal by the minute: `GET /v1/device/:id/history`, and the same of the other kinds. */
export const terminalHistory = z.object({
  from: begin,
  step_s: step,
  state: z
    .array(z.enum(historyStates).nullable())
    .describe(
      'Worst state of each minute, from `idle` (nothing is due) over `sounding`, `unknown` (its reports are missing) and `silent` (it should sound and does not, or is locked) to `offline` and `behind_relay` (its relay was not connected, so that its state is not known); null: nothing was recorded in this time.',
    ),
  level_db: numbers('Mean level while it sounded, dBFS'),
  loss_pct: numbers('Mean packet loss while it sounded, percent'),
});
export type TerminalHistory = z.output<typeof terminalHistory>;

/** Interval of the levels of running broadcasts, ms, and their number: one minute. */
export const LEVEL_EVERY_MS = 2_000;
export const LEVELS_KEPT = 30;

/** Levels of a running broadcast in the last minute: `GET /v1/task/level`. */
export const taskLevels = z.object({
  id: z.number().int().describe('Id of the broadcast.'),
  levels: z
    .array(z.number().nullable())
    .max(LEVELS_KEPT)
    .describe('Highest level of a terminal, dBFS, one value every two seconds, newest last; null: silent.'),
});
export type TaskLevels = z.output<typeof taskLevels>;

/** Load of the server process: `GET /v1/load`. */
export const serverLoad = z.object({
  from: begin,
  step_s: step,
  cpu_pct: numbers('Processor time of the process, percent of one core'),
  delay_ms: numbers('Longest delay of its event loop, ms'),
  memory_mb: numbers('Resident memory, MB'),
});
export type ServerLoad = z.output<typeof serverLoad>;
