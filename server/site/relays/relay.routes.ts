import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { relayForm, relayOverview, relayPeople, relayToken } from '../../../contract/entities/site/relay.ts';
import { RELAY_LABEL, RELAY_PATH } from '../../../contract/protocol/relayLink.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { bindingOf } from '../../platform/machines/tlsBinding.ts';
import type { Relays } from './relays.types.ts';

const tags = ['relay'];
/** A relay passes on the sound and the states of its zones, so it takes the permission for system settings. */
const config = { access: 'edit_sys_config' } as const;

/** Routes of the relays: their states, the tokens with which they join, their withdrawal, and their connections. */
export function relayRoutes(app: FastifyInstance, { relays }: { relays: Relays }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: envelope(relayOverview) };
  routes.get('/v1/relay', { config, schema: { tags, response } }, async (request) =>
    ok(request, relays.overview()),
  );
  routes.post(
    '/v1/relay/token',
    { config, schema: { tags, body: relayForm, response: { 200: envelope(relayToken) } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return ok(request, await relays.createToken(request.body, callerOf(request), addressOf(request)));
    },
  );
  routes.delete(
    '/v1/relay/:id',
    { config: { ...config, takesRights: true }, schema: { tags, params: idParams, response } },
    async (request) => {
      await relays.withdraw(request.params.id, callerOf(request), addressOf(request));
      return ok(request, relays.overview());
    },
  );
  routes.put(
    '/v1/relay/:id/people',
    {
      config: { ...config, takesRights: true },
      schema: { tags, params: idParams, body: relayPeople, response },
    },
    async (request) => {
      await relays.setPeople(request.params.id, request.body, callerOf(request), addressOf(request));
      return ok(request, relays.overview());
    },
  );
  routes.delete(
    '/v1/relay/:id/aside',
    { config, schema: { tags, params: idParams, response } },
    async (request) => {
      await relays.clearAside(request.params.id, callerOf(request), addressOf(request));
      return ok(request, relays.overview());
    },
  );
  app.get(
    RELAY_PATH,
    {
      websocket: true,
      config: { access: 'partner', fromSnapshot: true, rateLimit: false },
      schema: { hide: true },
    },
    (socket, request) =>
      relays.accept(
        socket,
        request.raw.socket,
        bindingOf(request.raw.socket, RELAY_LABEL),
        addressOf(request),
      ),
  );
}
