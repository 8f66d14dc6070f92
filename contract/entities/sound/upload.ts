import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { fileEntity } from './file.ts';

/** `POST /v1/file/upload?group_id=&org=`: the group that the new files go into, and the zone that owns them. */
export const uploadQuery = z.object({
  group_id: idSchema.optional().describe('Id of the file group that the new files go into.'),
  org: idSchema.optional().describe('Id of the zone that owns the new files.'),
});

/** Result of each file of an upload, in the order of the request. The row is null where the file was refused. */
export const uploadValue = z.object({
  files: z
    .array(
      z.object({
        original_name: z.string().describe(fieldText.original_name),
        ok: z.boolean().describe(fieldText.ok),
        code: z.number().int().describe('Code of the outcome, as in the envelope; 200: accepted.'),
        message: z.string().describe(fieldText.message),
        file: fileEntity.row.nullable().describe('The file; null: refused.'),
      }),
    )
    .describe('Result of each file, in the order of the request.'),
});
export type UploadValue = z.output<typeof uploadValue>;

/** `POST /v1/file/:id/ticket`: a ticket to play a file, or to download its original, by a plain GET. */
export const fileTicketBody = z.object({
  kind: z
    .enum(['listen', 'download'])
    .describe('What the address is for: `listen` to the prepared sound, `download` of the original.'),
});
/** Address with its ticket; valid for ten minutes after its last use, for this login. */
export const ticketValue = z.object({
  url: z
    .string()
    .describe(
      'Path with a ticket that opens it by a plain GET; valid for ten minutes after its last use, for this login.',
    ),
});
export type TicketValue = z.output<typeof ticketValue>;

/** `POST /v1/tts/preview`: plays a text before it is broadcast. */
export const speechBody = z.object({
  textContent: z.string().trim().min(1).max(5000).describe(fieldText.textContent),
  voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan').describe(fieldText.voiceName),
  voiceSpeed: z.number().int().min(0).max(100).default(50).describe(fieldText.voiceSpeed),
});
export type SpeechBody = z.input<typeof speechBody>;
export const speechValue = z.object({
  url: z.string().describe('Path with a ticket under which it can be heard by a plain GET.'),
  duration_ms: z.number().int().describe(fieldText.duration_ms),
});
export type SpeechValue = z.output<typeof speechValue>;
