import type { FastifyRequest } from 'fastify';

/**
 * Checks the Origin header: a browser's page must come from this server, under the name that a trusted proxy
 * uses. Programs send none; their ticket is sufficient.
 */
export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === request.host;
  } catch {
    return false;
  }
}
