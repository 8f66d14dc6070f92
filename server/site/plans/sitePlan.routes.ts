import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { sitePlanEntity, sitePlanLimits } from '../../../contract/entities/site/sitePlan.ts';
import { ticketValue } from '../../../contract/entities/sound/upload.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { type TicketDeps, ticketCaller, ticketQuery, ticketUrl } from '../../platform/http/ticketCaller.ts';
import { multipartHead, oneFile } from '../../platform/http/upload/oneFile.ts';
import type { SitePlanService } from './sitePlan.service.ts';
import type { SitePlanPictures } from './sitePlanPictures.ts';

export interface SitePlanRouteDeps extends TicketDeps {
  service: SitePlanService;
  pictures: SitePlanPictures;
}

const tags = ['site_plan'];

/** Routes of the pictures of plans: upload, and reading by ticket, as an image element sends no token. */
export function sitePlanRoutes(app: FastifyInstance, deps: SitePlanRouteDeps): void {
  const { service, pictures } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    '/v1/site_plan/:id/picture',
    {
      config: { access: 'edit_site_plan' },
      bodyLimit: sitePlanLimits.bytes + multipartHead,
      schema: {
        tags,
        params: idParams,
        querystring: z.object({
          page: z.coerce
            .number()
            .int()
            .min(1)
            .max(500)
            .default(1)
            .describe('Page of a PDF, counted from 1; ignored for other formats.'),
        }),
        consumes: ['multipart/form-data'],
        body: z.unknown().describe('One part with a file name: a PNG, JPEG, SVG or PDF.'),
        response: { 200: envelope(sitePlanEntity.row) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      // Before the upload is read and drawn.
      await service.get(caller, id);
      const upload = await oneFile(request, sitePlanLimits.bytes, 'sitePlan.notADrawing');
      const row = await pictures.store(upload, request.query.page, (stored) =>
        service.patch(caller, addressOf(request), id, { ...stored }),
      );
      return ok(request, row);
    },
  );
  routes.post(
    '/v1/site_plan/:id/ticket',
    {
      config: { access: 'list_site_plan' },
      schema: { tags, params: idParams, response: { 200: envelope(ticketValue) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      await service.get(caller, id);
      return ok(request, { url: ticketUrl(request, deps, caller, `/v1/site_plan/${id}/picture`) });
    },
  );
  routes.get(
    '/v1/site_plan/:id/picture',
    { config: { access: 'ticket' }, schema: { tags, params: idParams, querystring: ticketQuery } },
    async (request, reply) => {
      const caller = await ticketCaller(request, reply, deps, request.query.ticket, 'list_site_plan');
      const { picture } = await service.get(caller, request.params.id);
      const gone = () => new AppError(errorCode.notFound, 'sitePlan.noPicture');
      if (picture === null) throw gone();
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      return sendRange(request, reply, pictures.pathOf(picture), 'image/webp').catch((error: unknown) => {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? gone() : error;
      });
    },
  );
}
