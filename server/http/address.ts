import type { FastifyRequest } from 'fastify';

/** The caller's address; IPv4 as people write it, though a socket for both families says it as IPv6. */
export function addressOf(request: FastifyRequest): string {
  return request.ip.replace(/^::ffff:/, '');
}
