import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { batchResult, envelope, keyPageOf } from '../../../contract/api/envelope.ts';
import {
  ioEventQuery,
  ioEventRow,
  switchOutputs,
  testInputs,
} from '../../../contract/entities/terminals/io.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { By, IoService } from './io.service.ts';

const tags = ['io'];
const byOf = (request: FastifyRequest): By => ({
  caller: callerOf(request),
  ip: addressOf(request),
  lang: request.lang,
});

/** Routes of inputs and outputs: switching, test mode and event log. Their state is the live topic `io`. */
export function ioRoutes(app: FastifyInstance, service: IoService): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: envelope(batchResult) };
  routes.post(
    '/v1/io/output',
    { config: { access: 'operate_io', emergency: true }, schema: { tags, body: switchOutputs, response } },
    async (request) => ok(request, { results: await service.switchOutputs(byOf(request), request.body) }),
  );
  routes.post(
    '/v1/io/test',
    { config: { access: 'operate_io' }, schema: { tags, body: testInputs, response } },
    async (request) => ok(request, { results: await service.test(byOf(request), request.body) }),
  );
  routes.get(
    '/v1/io/event',
    {
      config: { access: 'list_io' },
      schema: { tags, querystring: ioEventQuery, response: { 200: envelope(keyPageOf(ioEventRow)) } },
    },
    async (request) => {
      const rows = await service.events(byOf(request), request.query);
      const last = rows.length === request.query.limit ? rows.at(-1) : undefined;
      return ok(request, { rows, next: last?.id ?? null });
    },
  );
}
