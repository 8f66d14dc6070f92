import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import {
  type PairingCode,
  pairingCode,
  pairingRequest,
} from '../../../contract/entities/terminals/pairing.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { IssuedCode, Pairing } from './pairing.ts';

/** Port and key of the server's HTTPS; null: none. */
export type SecurePort = () => { https: number | null; keySha256: string | null };

/** New codes per address and minute. */
const PER_MINUTE = 20;

/**
 * `/v1/cc/code`: reads the caller's pairing code (usually six digits), and creates a new one. With cloud
 * control off the response is an error code, which the console passes to its success handler.
 */
export function pairingRoutes(app: FastifyInstance, pairing: Pairing, ports: SecurePort): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['pairing_code'];
  const pinned = (code: IssuedCode): PairingCode => {
    const { https, keySha256 } = ports();
    const pin = https === null || keySha256 === null ? null : { sha256: keySha256, https_port: https };
    return { ...code, pin };
  };
  routes.get(
    '/v1/cc/code',
    {
      config: { access: 'create_pairing_code' },
      schema: { tags, response: { 200: envelope(pairingCode.nullable()) } },
    },
    async (request) => {
      const code = pairing.current(callerOf(request));
      return ok(request, code && pinned(code));
    },
  );
  routes.post(
    '/v1/cc/code',
    {
      config: { access: 'create_pairing_code', rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
      schema: { tags, body: pairingRequest, response: { 200: envelope(pairingCode) } },
    },
    async (request) =>
      ok(request, pinned(await pairing.make(callerOf(request), addressOf(request), request.body.org))),
  );
}
