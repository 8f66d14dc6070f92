import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import {
  backupName,
  backupOverview,
  backupSettingsPatch,
} from '../../../../contract/entities/site/backup.ts';
import { ticketValue } from '../../../../contract/entities/sound/upload.ts';
import type { Callers } from '../../../platform/auth/callers.ts';
import { attachment } from '../../../platform/export/names.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { createPathTickets } from '../../../platform/http/pathTickets.ts';
import { sendRange } from '../../../platform/http/sendRange.ts';
import { ticketCaller, ticketQuery, ticketUrl } from '../../../platform/http/ticketCaller.ts';
import type { Backups } from './backups.ts';

const tags = ['backup'];
/** A backup holds the data of all zones, so it takes the permission for system settings. */
const access = 'edit_sys_config';
const config = { access } as const;

/**
 * Routes of backups: settings, list, start, trial and deletion, which answer with the whole overview, and the download.
 */
export function backupRoutes(
  app: FastifyInstance,
  { backups, callers }: { backups: Backups; callers: Callers },
): void {
  const ticketed = { tickets: createPathTickets(), callers };
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: envelope(backupOverview) };
  const params = z.object({ name: backupName });
  routes.get('/v1/backup', { config, schema: { tags, response } }, async (request) =>
    ok(request, await backups.overview()),
  );
  routes.patch(
    '/v1/backup/settings',
    { config, schema: { tags, body: backupSettingsPatch, response } },
    async (request) => {
      await backups.set(callerOf(request), addressOf(request), request.body);
      return ok(request, await backups.overview());
    },
  );
  routes.post('/v1/backup', { config, schema: { tags, response } }, async (request) => {
    await backups.start(callerOf(request), addressOf(request));
    return ok(request, await backups.overview());
  });
  routes.post('/v1/backup/:name/trial', { config, schema: { tags, params, response } }, async (request) => {
    await backups.tryOut(callerOf(request), addressOf(request), request.params.name);
    return ok(request, await backups.overview());
  });
  routes.delete('/v1/backup/:name', { config, schema: { tags, params, response } }, async (request) => {
    await backups.remove(callerOf(request), addressOf(request), request.params.name);
    return ok(request, await backups.overview());
  });
  routes.post(
    '/v1/backup/:name/ticket',
    { config, schema: { tags, params, response: { 200: envelope(ticketValue) } } },
    async (request) => {
      const caller = callerOf(request);
      const { name } = request.params;
      await backups.take(caller, addressOf(request), name);
      return ok(request, { url: ticketUrl(request, ticketed, caller, `/v1/backup/${name}/download`) });
    },
  );
  routes.get(
    '/v1/backup/:name/download',
    {
      config: { access: 'ticket' },
      schema: {
        tags,
        params: z.object({ name: z.string().max(100).describe('Name of the file.') }),
        querystring: ticketQuery,
      },
    },
    async (request, reply) => {
      await ticketCaller(request, reply, ticketed, request.query.ticket, access);
      const { name } = request.params;
      const { path, sha256 } = await backups.file(name);
      reply.header('content-disposition', attachment(name)).header('cache-control', 'no-store');
      // Of the whole file, also in the answer to a range (RFC 9530).
      if (sha256 !== null)
        reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`);
      return sendRange(request, reply, path, 'application/x-tar').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT')
          throw new AppError(errorCode.notFound, 'backup.notFound');
        throw error;
      });
    },
  );
}
