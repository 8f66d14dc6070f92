import type { FastifyInstance } from 'fastify';
import { takeTurn } from '../process/slices.ts';

/**
 * Lets requests begin one by one, each in a turn of the event loop of its own: the same loop handles the inputs
 * of fire terminals and sends sound, which would wait for the login, validation and queries of all requests that
 * arrived together. Emergency actions and sockets do not wait.
 */
export function spreadRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.ws || request.routeOptions.config?.emergency === true) done();
    else takeTurn(done);
  });
}
