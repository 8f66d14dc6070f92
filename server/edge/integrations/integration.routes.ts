import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { capOutcome, integrationEntity } from '../../../contract/entities/site/integration.ts';
import { type PhoneTest, phoneTest } from '../../../contract/entities/site/phoneCall.ts';
import type { CrudService } from '../../platform/crud/crud.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { MAX_CAP_CHARS } from './cap.ts';
import type { IntegrationRow } from './integration.repository.ts';

/** An incoming message with its signature headers. */
export interface Incoming {
  headers: Record<string, unknown>;
  /** Raw body, for the signature. */
  body: string;
  ip: string;
}

const tags = ['integration'];
const TRIGGER_BYTES = 65_536;
/** Requests per address and minute without a login: enough for any sender of alerts. */
const PER_MINUTE = 120;

/** Routes of integrations and of their incoming messages (docs/protocols/integrations.md). */
export function integrationRoutes(
  app: FastifyInstance,
  deps: {
    service: CrudService<IntegrationRow>;
    trigger(id: number, message: Incoming): Promise<void>;
    cap(id: number, message: Incoming): Promise<z.input<typeof capOutcome>>;
    test(scope: Scope, id: number): Promise<PhoneTest>;
  },
): void {
  crudRoutes(app, integrationEntity, deps.service);
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/integration/:id/test',
    {
      config: { access: 'edit_integration' },
      schema: { tags, params: idParams, response: { 200: envelope(phoneTest) } },
    },
    async (request) => ok(request, await deps.test(callerOf(request).scope, request.params.id)),
  );

  app.register(async (scope) => {
    // Signatures cover the raw body, so bodies stay strings here.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    const routes = scope.withTypeProvider<ZodTypeProvider>();
    const incoming = (request: FastifyRequest): Incoming => ({
      headers: request.headers,
      body: typeof request.body === 'string' ? request.body : '',
      ip: addressOf(request),
    });
    const config = { access: 'public', rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } } as const;
    routes.post(
      '/v1/integration/:id/trigger',
      {
        config,
        bodyLimit: TRIGGER_BYTES,
        schema: { tags, params: idParams, body: z.string(), response: { 200: envelope(z.null()) } },
      },
      async (request) => {
        await deps.trigger(request.params.id, incoming(request));
        return ok(request, null);
      },
    );
    routes.post(
      '/v1/integration/:id/cap',
      {
        config,
        // At most four bytes per character.
        bodyLimit: MAX_CAP_CHARS * 4,
        schema: { tags, params: idParams, body: z.string(), response: { 200: envelope(capOutcome) } },
      },
      async (request) => ok(request, await deps.cap(request.params.id, incoming(request))),
    );
  });
}
