import { z } from 'zod';
import { pageQuery } from '../envelope.ts';
import { keepTrouble } from '../keeping.ts';

/**
 * Whether a terminal holds what it is to play when its link is down. `waiting`: it is told or fetches just now;
 * `trouble`: it cannot, `trouble` says why; `offline`: it lacks something and is not connected; `unknown`: not seen
 * since the start of the server; `unsupported`: it keeps nothing at all.
 */
export const keepingState = z.enum(['synced', 'waiting', 'trouble', 'offline', 'unknown', 'unsupported']);
export type KeepingState = z.output<typeof keepingState>;

/** Part of the live row of a terminal; null: there is nothing for it to keep. */
export const keepingView = z.object({
  state: keepingState,
  trouble: keepTrouble.nullable(),
  /** Scheduled tasks that it is to play by itself. */
  tasks: z.number().int(),
  /** What it holds, bytes; null: not known. */
  bytes: z.number().nullable(),
});
export type KeepingView = z.output<typeof keepingView>;

/** Part of the live row of a task; null: its terminals do not keep it. */
export const keptAt = z.object({ synced: z.number().int(), total: z.number().int() });
export type KeptAt = z.output<typeof keptAt>;

/** `GET /v1/scheduled_task/:id/keeping`: its terminals, those that do not hold it first. */
export const keepingQuery = pageQuery.extend({ synced: z.stringbool().optional() });
export const keepingRow = z.object({
  terminal_id: z.number().int(),
  code: z.string(),
  name: z.string(),
  org: z.number().int().nullable(),
  online: z.boolean(),
  state: keepingState,
  trouble: keepTrouble.nullable(),
});
export type KeepingRow = z.output<typeof keepingRow>;
