import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { pairOverview, pairToken } from '../../../contract/entities/site/pair.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { PAIR_PATH, pairBinding } from './link/dial.ts';
import type { Pairing } from './pairing.types.ts';

const tags = ['pair'];
/** A standby server gets the data of all zones, so it takes the permission for system settings. */
const config = { access: 'edit_sys_config' } as const;

/** Routes of the standby server: its state, the token with which it joins, its removal, and its connections. */
export function pairRoutes(app: FastifyInstance, { pairing }: { pairing: Pairing }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: envelope(pairOverview) };
  routes.get('/v1/pair', { config, schema: { tags, response } }, async (request) =>
    ok(request, pairing.overview()),
  );
  routes.post(
    '/v1/pair/token',
    { config, schema: { tags, response: { 200: envelope(pairToken) } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return ok(request, await pairing.createToken(callerOf(request), addressOf(request)));
    },
  );
  routes.delete('/v1/pair', { config, schema: { tags, response } }, async (request) => {
    await pairing.remove(callerOf(request), addressOf(request));
    return ok(request, pairing.overview());
  });
  routes.delete('/v1/pair/witness', { config, schema: { tags, response } }, async (request) => {
    await pairing.removeWitness(callerOf(request), addressOf(request));
    return ok(request, pairing.overview());
  });
  routes.delete('/v1/pair/split', { config, schema: { tags, response } }, async (request) => {
    await pairing.dismissSplit(callerOf(request), addressOf(request));
    return ok(request, pairing.overview());
  });
  app.get(
    PAIR_PATH,
    { websocket: true, config: { access: 'partner', rateLimit: false }, schema: { hide: true } },
    (socket, request) => pairing.accept(socket, pairBinding(request.raw.socket), addressOf(request)),
  );
}
