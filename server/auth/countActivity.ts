import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestTypeHeader } from '../../contract/constants.ts';
import type { Idle } from './idle.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells a program from the console, which says of itself that it is one and asks for much by itself. */
export const isProgram = (request: FastifyRequest): boolean =>
  request.headers[requestTypeHeader.toLowerCase()] !== 'web';

/** Whether somebody does something by this request. The console reads, and opens its sockets, without a person. */
function isDeed(request: FastifyRequest): boolean {
  if (isProgram(request)) return true;
  return !reading.has(request.method) && !(request.routeOptions.url ?? '').endsWith('/ticket');
}

/** Counts requests by which something is done, as long as they run. To be called after the routes are guarded. */
export function countActivity(app: FastifyInstance, idle: Pick<Idle, 'hold'>): void {
  app.addHook('preParsing', async (request, reply) => {
    if (request.caller === null || !isDeed(request)) return;
    const release = idle.hold(request.caller.sessionId);
    reply.raw.once('finish', release).once('close', release);
  });
}
