import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { speechValue } from '../../../contract/entities/sound/upload.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { MediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { type TicketDeps, ticketCaller, ticketQuery, ticketUrl } from '../../platform/http/ticketCaller.ts';
import { LISTEN_FILE } from '../files/programmeFiles.ts';
import { libraryRoutes } from '../library/library.routes.ts';
import type { PresetTexts } from './presetText.service.ts';

/** Routes of preset texts and their groups: rebuilding, and listening by ticket. */
export function presetTextRoutes(
  app: FastifyInstance,
  deps: TicketDeps & { presetTexts: PresetTexts; paths: MediaPaths },
): void {
  const { presetTexts, paths } = deps;
  libraryRoutes(app, presetTexts.library, { build: presetTexts.rebuild });

  /**
   * Finds the speech of a text.
   * @throws AppError 404 "unable to play" when it is deleted, 409 when nothing is built yet
   */
  async function speechFor(caller: Caller, id: number) {
    const row = await presetTexts.library.crud.get(caller, id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === errorCode.notFound)
        throw new AppError(errorCode.notFound, 'media.unableToPlay');
      throw error;
    });
    return presetTexts.programme(row);
  }

  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    '/v1/preset_text/:id/ticket',
    {
      config: { access: 'list_preset_text' },
      schema: { tags: ['preset_text'], params: idParams, response: { 200: envelope(speechValue) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const { duration_ms } = await speechFor(caller, id);
      return ok(request, {
        url: ticketUrl(request, deps, caller, `/v1/preset_text/${id}/listen`),
        duration_ms,
      });
    },
  );
  routes.get(
    '/v1/preset_text/:id/listen',
    {
      config: { access: 'ticket' },
      schema: { tags: ['preset_text'], params: idParams, querystring: ticketQuery },
    },
    async (request, reply) => {
      const caller = await ticketCaller(request, reply, deps, request.query.ticket, 'list_preset_text');
      const { path } = await speechFor(caller, request.params.id);
      return sendRange(request, reply, join(paths.dataDir, path, LISTEN_FILE), 'audio/ogg');
    },
  );
}
