import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import { speechBody, speechValue } from '../../../contract/entities/sound/upload.ts';
import type { MediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { type TicketDeps, ticketCaller, ticketQuery, ticketUrl } from '../../platform/http/ticketCaller.ts';
import { LISTEN_FILE } from '../files/programmeFiles.ts';
import type { SpeechMaker } from './speechMaker.ts';

/** Permissions that allow a preview: those to broadcast a text, or to write one for that. */
const SPEAKERS = [
  'operate_real_time_task',
  'create_task',
  'edit_task',
  'create_preset_text',
  'edit_preset_text',
] as const satisfies readonly PermissionKey[];

/** Routes of previewing a text before it is broadcast. */
export function voiceRoutes(
  app: FastifyInstance,
  deps: TicketDeps & { speech: SpeechMaker; paths: MediaPaths },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    '/v1/tts/preview',
    {
      config: { access: SPEAKERS },
      schema: { tags: ['tts'], body: speechBody, response: { 200: envelope(speechValue) } },
    },
    async (request) => {
      const { textContent: text, voiceName: voice, voiceSpeed: speed } = request.body;
      const { key, duration_ms } = await deps.speech.build({ text, voice, speed });
      const url = ticketUrl(request, deps, callerOf(request), `/v1/tts/${key}/listen`);
      return ok(request, { url, duration_ms });
    },
  );
  routes.get(
    '/v1/tts/:key/listen',
    {
      config: { access: 'ticket' },
      schema: {
        tags: ['tts'],
        params: z.object({
          key: z.string().length(64).describe('Key of the spoken text, from its preview.'),
        }),
        querystring: ticketQuery,
      },
    },
    async (request, reply) => {
      await ticketCaller(request, reply, deps, request.query.ticket, SPEAKERS);
      const speech = await deps.speech.find(request.params.key);
      if (speech === null) throw new AppError(errorCode.notFound, 'media.unableToPlay');
      return sendRange(request, reply, join(deps.paths.dataDir, speech.path, LISTEN_FILE), 'audio/ogg');
    },
  );
}
