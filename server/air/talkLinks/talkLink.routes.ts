import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import {
  madeTalkLink,
  newTalkLink,
  phoneKeys,
  phoneLink,
  talkLinkRow,
} from '../../../contract/entities/tasks/talkLink.ts';
import type { Language } from '../../../contract/language.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { HeldLink } from './heldLinks.ts';
import { mustBeHttps } from './mustBeHttps.ts';
import type { TalkLinkService } from './talkLink.service.ts';

const tags = ['talk_link'];
const access = 'caster_broadcast';
const path = '/v1/talk_link';
const openLinks = z.object({
  rows: z.array(talkLinkRow).describe('The links, in the order of their making.'),
});
/** Requests of one network per minute: a phone looks every few seconds whether its link is still open. */
const rateLimit = { max: 240, timeWindow: 60_000 };

/** Routes of phone links: those of the console, and those of the phone, which has no login but its keys. */
export function talkLinkRoutes(
  app: FastifyInstance,
  service: TalkLinkService,
  ticket: (link: HeldLink, lang: Language) => string,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    path,
    {
      config: { access, fromSnapshot: true },
      schema: { tags, response: { 200: envelope(openLinks) } },
    },
    async (request) => ok(request, { rows: service.list(callerOf(request)) }),
  );
  routes.post(
    path,
    {
      config: { access },
      schema: { tags, body: newTalkLink, response: { 200: envelope(madeTalkLink) } },
    },
    async (request) => ok(request, await service.make(callerOf(request), addressOf(request), request.body)),
  );
  routes.post(
    `${path}/:id/end`,
    {
      config: { access, emergency: true },
      schema: { tags, params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      await service.revoke(callerOf(request), addressOf(request), request.params.id);
      return ok(request, null);
    },
  );

  routes.post(
    `${path}/open`,
    {
      config: { access: 'public', rateLimit },
      onRequest: async (request) => mustBeHttps(request),
      schema: { tags, body: phoneKeys, response: { 200: envelope(phoneLink) } },
    },
    async (request) => ok(request, await service.openBy(request.body, addressOf(request))),
  );
  routes.post(
    `${path}/ticket`,
    {
      config: { access: 'public', rateLimit },
      onRequest: async (request) => mustBeHttps(request),
      schema: {
        tags,
        body: phoneKeys,
        response: { 200: envelope(z.object({ ticket: z.string().describe('Opens the socket once.') })) },
      },
    },
    async (request) => {
      const ip = addressOf(request);
      await service.openBy(request.body, ip);
      const link = await service.ofPhone(request.body, ip);
      return ok(request, { ticket: ticket(link, request.lang) });
    },
  );
}
