import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';

/**
 * Tells whether a connection leaves HTTP with this request. Other protocols than WebSocket are ignored, as
 * HTTP demands: clients that offer HTTP/2 with each request (`Upgrade: h2c`) are answered by HTTP/1.1.
 */
export function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Refuses upgrades of routes that are no WebSocket, and ends the connection of every upgrade that was answered
 * instead of becoming one. Such a connection belongs to no HTTP server any more, so nothing else closes it
 * where no hook of a route runs (an address that cannot be parsed, a server that stops): it would stay open
 * without a login, and the server could not end before its client does.
 */
export function guardUpgrades(app: FastifyInstance): void {
  const upgrades = new WeakSet<IncomingMessage>();
  app.server.prependListener('upgrade', (request: IncomingMessage) => upgrades.add(request));

  const route = app.routing;
  app.routing = (request, response) => {
    if (upgrades.has(request)) {
      response.shouldKeepAlive = false;
      response.once('finish', () => request.socket.destroySoon());
    }
    route(request, response);
  };

  const sockets = new Set<string>();
  app.addHook('onRoute', ({ url, websocket, wsHandler }) => {
    if (websocket || wsHandler !== undefined) sockets.add(url);
  });
  // The library would accept the upgrade and log the address, which may contain a ticket or a password.
  app.addHook('onRequest', async ({ raw, is404, routeOptions }) => {
    if (upgrades.has(raw) && !is404 && !sockets.has(routeOptions.url ?? ''))
      throw new AppError(errorCode.badRequest, 'common.invalidRequest');
  });
}
