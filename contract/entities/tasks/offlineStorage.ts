import { z } from 'zod';
import { pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { offlineStorageState } from '../../fieldCodes.ts';
import { offlineTrouble } from '../../protocol/offline.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** Part of the live row of a terminal; null: it has nothing to store. */
export const offlineStorageView = z.object({
  state: offlineStorageState.describe(`State of its offline cache: ${codes(meaningOf.keeping)}.`),
  trouble: offlineTrouble.nullable().describe(fieldText.trouble),
  tasks: z.number().int().describe('Number of scheduled tasks in its offline cache.'),
  bytes: z.number().nullable().describe('Size of its offline cache, bytes; null: not known.'),
});
export type OfflineStorageView = z.output<typeof offlineStorageView>;

/** Part of the live row of a task; null: its terminals do not store it. */
export const offlineCopies = z.object({
  synced: z.number().int().describe('Number of terminals whose offline cache is complete.'),
  total: z.number().int().describe('Total number.'),
});
export type OfflineCopies = z.output<typeof offlineCopies>;

/** `GET /v1/scheduled_task/:id/keeping`: its terminals, those without the content first. */
export const offlineStorageQuery = pageQuery.extend({
  synced: z
    .stringbool()
    .optional()
    .describe('Only terminals whose offline cache is complete (true) or not (false).'),
});
export const offlineStorageRow = z.object({
  terminal_id: z.number().int().describe(fieldText.terminal_id),
  code: z.string().describe(fieldText.code),
  name: z.string().describe(fieldText.name),
  org: z.number().int().nullable().describe(fieldText.org),
  online: z.boolean().describe(fieldText.online),
  state: offlineStorageState.describe(`State of its offline cache: ${codes(meaningOf.keeping)}.`),
  trouble: offlineTrouble.nullable().describe(fieldText.trouble),
});
export type OfflineStorageRow = z.output<typeof offlineStorageRow>;
