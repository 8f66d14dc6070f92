import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestTypeHeader } from '../../../contract/constants.ts';
import type { Idle } from './idle.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Tells if a request comes from a program other than the console, which sends the header `Request-Type: web`.
 */
export const isProgram = (request: FastifyRequest): boolean =>
  request.headers[requestTypeHeader.toLowerCase()] !== 'web';

/** Tells if a request counts as activity. The console also reads, and opens its sockets, without a person. */
function isAction(request: FastifyRequest): boolean {
  if (isProgram(request)) return true;
  return !reading.has(request.method) && !(request.routeOptions.url ?? '').endsWith('/ticket');
}

/** Counts requests as activity of their session while they run. Must be called after `guardRoutes`. */
export function countActivity(app: FastifyInstance, idle: Pick<Idle, 'hold'>): void {
  app.addHook('preParsing', async (request, reply) => {
    if (request.caller === null || !isAction(request)) return;
    const release = idle.hold(request.caller.sessionId);
    reply.raw.once('finish', release).once('close', release);
  });
}
