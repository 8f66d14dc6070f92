import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, type MessageKey } from '../../../contract/api/errors.ts';
import { fileTicketBody, ticketValue } from '../../../contract/entities/sound/upload.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { attachment } from '../../platform/export/names.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { type TicketDeps, ticketCaller, ticketQuery, ticketUrl } from '../../platform/http/ticketCaller.ts';
import { libraryRoutes } from '../library/library.routes.ts';
import { addChimes } from './chimes.ts';
import { LISTEN_FILE } from './programmeFiles.ts';
import { type UploadRouteDeps, uploadRoutes } from './upload.routes.ts';

export interface MediaRouteDeps extends UploadRouteDeps, TicketDeps {}

type Kind = 'listen' | 'download';
/** Messages for a file that has been deleted. */
const GONE: Record<Kind, MessageKey> = { listen: 'media.unableToPlay', download: 'media.fileDeleted' };

/** Routes of files and their groups: plain entities, upload, and listening and downloading by ticket. */
export function mediaRoutes(app: FastifyInstance, deps: MediaRouteDeps): void {
  const { files, paths } = deps;
  libraryRoutes(app, files.library, { build: files.rebuild }, { without: ['create'], fromSnapshot: true });
  uploadRoutes(app, deps);

  /**
   * Finds the row for one of the two.
   * @throws AppError 404 when deleted, 409 when there is nothing to hear yet
   */
  async function fileFor(caller: Caller, id: number, kind: Kind) {
    const row = await files.library.crud.get(caller, id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === errorCode.notFound)
        throw new AppError(errorCode.notFound, GONE[kind]);
      throw error;
    });
    if (kind === 'listen' && row.build_status !== 'built')
      throw new AppError(errorCode.conflict, 'media.notReady', { name: row.name });
    return row;
  }

  /** Maps a missing file to the same 404: it was deleted between reading its row and opening it. */
  function goneAs(kind: Kind) {
    return (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new AppError(errorCode.notFound, GONE[kind]);
      throw error;
    };
  }

  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    '/v1/file/chimes',
    {
      config: { access: 'create_file' },
      schema: {
        tags: ['file'],
        response: {
          200: envelope(z.object({ added: z.number().int().describe('Number of files that were added.') })),
        },
      },
    },
    async (request) => {
      const { signal } = new AbortController();
      const by = { caller: callerOf(request), ip: addressOf(request), groupId: null, signal };
      return ok(request, { added: (await addChimes(deps, by, request.lang)).length });
    },
  );
  routes.post(
    '/v1/file/:id/ticket',
    {
      config: { access: 'list_file' },
      schema: {
        tags: ['file'],
        params: idParams,
        body: fileTicketBody,
        response: { 200: envelope(ticketValue) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const { kind } = request.body;
      await fileFor(caller, id, kind);
      return ok(request, { url: ticketUrl(request, deps, caller, `/v1/file/${id}/${kind}`) });
    },
  );
  routes.get(
    '/v1/file/:id/listen',
    { config: { access: 'ticket' }, schema: { tags: ['file'], params: idParams, querystring: ticketQuery } },
    async (request, reply) => {
      const caller = await ticketCaller(request, reply, deps, request.query.ticket, 'list_file');
      const { id } = await fileFor(caller, request.params.id, 'listen');
      const path = join(paths.programme(id), LISTEN_FILE);
      return sendRange(request, reply, path, 'audio/ogg').catch(goneAs('listen'));
    },
  );
  routes.get(
    '/v1/file/:id/download',
    { config: { access: 'ticket' }, schema: { tags: ['file'], params: idParams, querystring: ticketQuery } },
    async (request, reply) => {
      const caller = await ticketCaller(request, reply, deps, request.query.ticket, 'list_file');
      const { id, original_name } = await fileFor(caller, request.params.id, 'download');
      reply.header('content-disposition', attachment(original_name));
      return sendRange(request, reply, paths.original(id), 'application/octet-stream').catch(
        goneAs('download'),
      );
    },
  );
}
