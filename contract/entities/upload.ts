import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { fileEntity } from './file.ts';

/** `POST /v1/file/upload?group_id=&org=`: the group that the new files go into, and the zone that owns them. */
export const uploadQuery = z.object({ group_id: idSchema.optional(), org: idSchema.optional() });

/** What came of each file of an upload, in the order of the request. The row is null where it was refused. */
export const uploadValue = z.object({
  files: z.array(
    z.object({
      original_name: z.string(),
      ok: z.boolean(),
      code: z.number().int(),
      message: z.string(),
      file: fileEntity.row.nullable(),
    }),
  ),
});
export type UploadValue = z.output<typeof uploadValue>;

/** `POST /v1/file/:id/ticket`: leave to listen to a file, or to download its original, by a plain GET. */
export const fileTicketBody = z.object({ kind: z.enum(['listen', 'download']) });
/** Address with its ticket; good for ten minutes after its last use, for this login. */
export const ticketValue = z.object({ url: z.string() });
export type TicketValue = z.output<typeof ticketValue>;

/** `POST /v1/tts/preview`: hear a text before it is broadcast. */
export const speechBody = z.object({
  textContent: z.string().trim().min(1).max(5000),
  voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan'),
  /** 0–100, 50 is normal. */
  voiceSpeed: z.number().int().min(0).max(100).default(50),
});
export type SpeechBody = z.input<typeof speechBody>;
export const speechValue = z.object({ url: z.string(), duration_ms: z.number().int() });
export type SpeechValue = z.output<typeof speechValue>;
