import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { takeTurn } from '../process/slices.ts';

const spread: onRequestHookHandler = (request, _reply, done) => {
  if (request.ws) done();
  else takeTurn(done);
};

/**
 * Lets requests begin one by one, each in a turn of the event loop of its own: the same loop handles the inputs
 * of fire terminals and sends sound, which would wait for the login, validation and queries of all requests that
 * arrived together. Emergency actions and sockets do not wait. Must be called after the rate limit is set up, so
 * that a refused request takes no turn.
 */
export function spreadRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.emergency !== true)
      route.onRequest = [...[route.onRequest ?? []].flat(), spread] as onRequestHookHandler[];
  });
}
