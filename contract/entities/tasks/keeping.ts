import { z } from 'zod';
import { pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { keepTrouble } from '../../protocol/keeping.ts';
import { fieldText } from '../../rules/fieldText.ts';

/**
 * State of the content that a terminal stores for offline playback. `waiting`: a download is running; `trouble`: it
 * fails for the reason in `trouble`; `offline`: items are missing and the terminal is not connected; `unknown`: not
 * connected since the start of the server; `unsupported`: the terminal does not store content.
 */
export const keepingState = z.enum(['synced', 'waiting', 'trouble', 'offline', 'unknown', 'unsupported']);
export type KeepingState = z.output<typeof keepingState>;

/** Part of the live row of a terminal; null: it has nothing to store. */
export const keepingView = z.object({
  state: keepingState.describe(
    `Whether it holds what it is to play without a link: ${codes(meaningOf.keeping)}.`,
  ),
  trouble: keepTrouble.nullable().describe(fieldText.trouble),
  tasks: z.number().int().describe('Number of scheduled tasks that it is to play by itself.'),
  bytes: z.number().nullable().describe('What it holds, bytes; null: not known.'),
});
export type KeepingView = z.output<typeof keepingView>;

/** Part of the live row of a task; null: its terminals do not store it. */
export const keptAt = z.object({
  synced: z.number().int().describe('Number of terminals that hold all of it.'),
  total: z.number().int().describe('Number in all.'),
});
export type KeptAt = z.output<typeof keptAt>;

/** `GET /v1/scheduled_task/:id/keeping`: its terminals, those without the content first. */
export const keepingQuery = pageQuery.extend({
  synced: z.stringbool().optional().describe('Only those that hold all of it (true) or do not (false).'),
});
export const keepingRow = z.object({
  terminal_id: z.number().int().describe(fieldText.terminal_id),
  code: z.string().describe(fieldText.code),
  name: z.string().describe(fieldText.name),
  org: z.number().int().nullable().describe(fieldText.org),
  online: z.boolean().describe(fieldText.online),
  state: keepingState.describe(
    `Whether it holds what it is to play without a link: ${codes(meaningOf.keeping)}.`,
  ),
  trouble: keepTrouble.nullable().describe(fieldText.trouble),
});
export type KeepingRow = z.output<typeof keepingRow>;
