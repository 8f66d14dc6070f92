import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { startRealTimeTask } from './broadcast.ts';

/** `GET /v1/task/last_page`: the last page of the caller within a day; null: none. */
export const lastPage = z
  .object({
    id: z.number().int().describe(fieldText.id),
    name: z.string().describe('Name.'),
    audio_source: z
      .number()
      .int()
      .describe(`Where the sound came from: ${codes(meaningOf.audioSource, [1, 99])}.`),
    started_at: z.number().int().describe(fieldText.started_at),
    task: startRealTimeTask
      .nullable()
      .describe(
        'Body of `POST /v1/task` that repeats it; null: it was not recorded, or the caller may not hear recordings.',
      ),
  })
  .nullable();
export type LastPage = NonNullable<z.output<typeof lastPage>>;
