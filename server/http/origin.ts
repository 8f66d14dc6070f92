import type { FastifyRequest } from 'fastify';

/** Browsers send the origin of the page: it must be this server, under the name that a trusted proxy has for it. Programs send none; their ticket stands for them. */
export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === request.host;
  } catch {
    return false;
  }
}
