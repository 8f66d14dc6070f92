import type { FastifyRequest } from 'fastify';

/** Browsers send the origin of the page: it must be this server. Programs send none; their ticket stands for them. */
export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
