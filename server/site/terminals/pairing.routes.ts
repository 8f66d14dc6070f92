import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { pairingCode, pairingRequest } from '../../../contract/entities/terminals/pairing.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { Pairing } from './pairing.ts';

/** New codes per address and minute. */
const PER_MINUTE = 20;

/**
 * `/v1/cc/code`: reads the caller's pairing code (usually six digits), and creates a new one. With cloud
 * control off the response is an error code, which the console passes to its success handler.
 */
export function pairingRoutes(app: FastifyInstance, pairing: Pairing): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['pairing_code'];
  routes.get(
    '/v1/cc/code',
    {
      config: { access: 'create_pairing_code' },
      schema: { tags, response: { 200: envelope(pairingCode.nullable()) } },
    },
    async (request) => ok(request, pairing.current(callerOf(request))),
  );
  routes.post(
    '/v1/cc/code',
    {
      config: { access: 'create_pairing_code', rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
      schema: { tags, body: pairingRequest, response: { 200: envelope(pairingCode) } },
    },
    async (request) =>
      ok(request, await pairing.make(callerOf(request), addressOf(request), request.body.org)),
  );
}
